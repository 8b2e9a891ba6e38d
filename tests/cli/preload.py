"""Makes libraries usable with LD_PRELOAD, which splits its value at spaces and colons."""
import atexit
import os
import shutil
import tempfile


def preloadable(path):
    """Returns a path of the same file that can be preloaded; '' and None are returned unchanged."""
    if not path or not set(path) & set(' :'):
        return path
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    link = os.path.join(folder, os.path.basename(path))
    os.symlink(path, link)
    return link
