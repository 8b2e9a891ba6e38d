"""The panel's texts in Japanese; the keys are the English texts. The panels of the VRM add-on have their names from Blender's
Japanese interface, if it translates them."""

JAPANESE = {
    'Check a File': 'ファイルを検査',
    'Check a VRM file, and list what is wrong in it and how to fix it': 'VRMファイルを検査し、問題と直し方を一覧にします',
    'Check Again': 'もう一度検査',
    'Select': '選択',
    'Select the bone, object, material, spring, collider or expression that the finding is about':
        '指摘されたボーン、オブジェクト、マテリアル、スプリング、コライダー、表情を選択します',
    'Spring: %s': 'スプリング：%s',
    'Collider: %s': 'コライダー：%s',
    'Collider group: %s': 'コライダーグループ：%s',
    'Expression: %s': '表情：%s',
    'Set': '設定',
    'Write this number into all joints of the spring that differ too much from it; export again to check':
        '値が外れているスプリングのジョイントすべてに、この値を書き込みます。確認するには、もう一度エクスポートしてください',
    'This spring is not in the scene: %s': 'このスプリングはシーンにありません：%s',
    'Check at each VRM export': 'VRMをエクスポートするたびに検査する',
    'vrmlint Command': 'vrmlintのコマンド',
    'The program; if empty, the one in this add-on or on the PATH': 'プログラムの場所です。空欄なら、このアドオンのプログラムを使うか、PATHから探します',
    'Where to find it: %s': '設定する場所：%s',
    'Nothing was found': '問題は見つかりませんでした',
    '%d errors, %d warnings, %d info': 'エラー%d件、警告%d件、情報%d件',
    'Checking...': '検査しています...',
    'vrmlint was not found: choose the program in the preferences of this add-on':
        'vrmlintが見つかりません。このアドオンのプリファレンスでプログラムを選んでください',
    'It took too long': '時間がかかりすぎたため中止しました',
    'vrmlint could not check the file: %s': 'ファイルを検査できませんでした：%s',
    'Nothing of that name is in this scene: %s': 'このシーンには、この名前のものがありません：%s',
    'No file has been checked yet': 'まだ検査したファイルはありません',
    'VRM > Spring Bone > Springs': 'VRM > スプリングボーン > スプリング',
    'VRM > Spring Bone > Colliders': 'VRM > スプリングボーン > コライダー',
    'VRM > VRM 0.x panels': 'VRM > VRM 0.xの各パネル',
    'VRM > VRM 1.0 panels': 'VRM > VRM 1.0の各パネル',
    'Bone Constraint Properties': 'ボーンコンストレイントプロパティ',
    'Material Properties > VRM Material': 'マテリアルプロパティ > VRMマテリアル',
    'Material Properties': 'マテリアルプロパティ',
    'Image Editor': '画像エディター',
    'Object Data Properties': 'オブジェクトデータプロパティ',
    'Object Data Properties > Vertex Groups': 'オブジェクトデータプロパティ > 頂点グループ',
    'Dope Sheet > Action Editor': 'ドープシート > アクションエディター',
    'Outliner': 'アウトライナー',
}


def table(module):
    """Returns the table for bpy.app.translations.register(), with the contexts in which labels and operators are looked up."""
    del module
    return {'ja_JP': {(context, english): japanese for english, japanese in JAPANESE.items() for context in ('*', 'Operator')}}
