"""Libraries for LD_PRELOAD, which takes blanks and colons in a name for its end."""
import atexit
import os
import shutil
import tempfile


def preloadable(path):
    """The same file by a name that can be preloaded; '' and None as they are."""
    if not path or not set(path) & set(' :'):
        return path
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    link = os.path.join(folder, os.path.basename(path))
    os.symlink(path, link)
    return link
