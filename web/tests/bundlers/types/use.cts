import vrmlint = require('vrmlint');

export async function use(bytes: Uint8Array): Promise<vrmlint.Report> {
  // @ts-expect-error: a number is no language
  await vrmlint.check(bytes, {language: 1});
  return vrmlint.check(bytes, {language: 'ja'});
}
