#!/usr/bin/env python3
"""Comments on a pull request on GitHub: comment.py NUMBER FILE, with GITHUB_API_URL, GITHUB_REPOSITORY and VRMLINT_TOKEN.

FILE is what vrmlint diff --format markdown printed. A comment of an earlier run is updated. Without one, nothing is written if
FILE reports no file."""
import json
import os
import sys
import urllib.error
import urllib.request

MARK = '<!-- vrmlint diff -->'
PAGES = 30  # of 100 comments


def call(method, address, body=None):
    request = urllib.request.Request(address, method=method, data=None if body is None else json.dumps({'body': body}).encode('utf-8'), headers={
        'Accept': 'application/vnd.github+json', 'Authorization': f'Bearer {os.environ["VRMLINT_TOKEN"]}', 'Content-Type': 'application/json'})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def find_comment(comments):
    """Returns the address of the comment of an earlier run, or None. Comments of users are never changed."""
    for page in range(1, PAGES + 1):
        found = call('GET', f'{comments}?per_page=100&page={page}')
        for comment in found:
            if comment['user']['type'] == 'Bot' and comment['body'].startswith(MARK):
                return comment['url']
        if len(found) < 100:
            break
    return None


def main():
    number, path = sys.argv[1:]
    with open(path, encoding='utf-8') as file:
        text = file.read()
    api = os.environ.get('GITHUB_API_URL', 'https://api.github.com')
    comments = f'{api}/repos/{os.environ["GITHUB_REPOSITORY"]}/issues/{int(number)}/comments'
    try:
        earlier = find_comment(comments)
        if earlier is not None:
            call('PATCH', earlier, text)
        elif '<h3>' in text:
            call('POST', comments, text)
    except (urllib.error.URLError, OSError, ValueError, KeyError) as error:
        print(f'vrmlint: commenting on pull request {number}: {error}', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
