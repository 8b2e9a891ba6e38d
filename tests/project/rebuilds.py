#!/usr/bin/env python3
"""usage: rebuilds.py BUILD: checks what is compiled after a change of the tables of rules and messages, by ninja's
dependencies.

After a new row, the files that include the ids of its table are compiled; after a new wording, those that include a table that
the build makes of all rows of a kind. The
second copy of the library, which counts its work, isn't checked: only the tests need it."""
import collections
import re
import subprocess
import sys

ROW_MOST = 100
WORDING_MOST = 10


def main():
    build = sys.argv[1]
    try:
        known = subprocess.run(['ninja', '-C', build, '-t', 'deps'], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        print('skipped: ninja has no dependencies to show: %s' % error)
        return 77
    users = collections.defaultdict(set)
    target = None
    for line in known.splitlines():
        if line.startswith(' '):
            users[line.strip()].add(target)
        elif line:
            target = line.partition(':')[0]
    faults = 0
    checked = 0
    for path, objects in sorted(users.items()):
        objects = {name for name in objects if name.endswith('.o') and 'counted' not in name}
        if re.search(r'(^|/)src/ids/(messages_\w+|rules)\.h$', path):
            most = ROW_MOST
        elif re.search(r'(^|/)src/ids/\w+_table\.def$|(^|/)src/message/messages/\w+\.def$', path):
            most = WORDING_MOST
        else:
            continue
        checked += 1
        if len(objects) > most:
            print('%s: %d objects are compiled when it changes, %d at most' % (path, len(objects), most))
            faults += 1
    print('%d tables and headers of ids' % checked)
    return 1 if faults > 0 or checked == 0 else 0


sys.exit(main())
