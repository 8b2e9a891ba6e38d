"""Checks VRM avatars for mistakes, above all in the parts that move: spring bones, colliders, constraints, animations.

    import vrmlint

    for finding in vrmlint.check('avatar.vrm')['findings']:
        print(finding['severity'], finding['rule'], finding['message'])

A file is a path, or its content as bytes. All functions can be called in several threads at once, and let other threads run while
they work. They raise OSError if a file can't be read, ValueError for options or settings that vrmlint doesn't know, and MemoryError.

timeout is the limit of each check in seconds, 0 for none: a file that takes longer has only the finding file/timed-out. stop is a
function without arguments that is called regularly during checks, in the thread of the call. If it returns true, the call raises
InterruptedError; if it raises an exception, the call ends and raises it too.
"""
import array
import contextlib
import ctypes
import dataclasses
import json
import math
import os
import tempfile
import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union

__all__ = ['ENGINES', 'MOTIONS', 'POSES', 'Change', 'Consequences', 'Diff', 'Finding', 'Fixed', 'FixedFinding', 'Joint', 'LeftFinding',
           'Report', 'Rule', 'Trajectories', 'check', 'diff', 'fix', 'rules', 'simulate', 'version']

File = Union[str, 'os.PathLike[str]', bytes, bytearray, memoryview]

LANGUAGES = ('en', 'ja')
CLASSES = {'safe': 2, 'repair': 4, 'unsafe': 8}
ENGINES = ('spec', 'three-vrm', 'univrm', 'pbd')
MOTIONS = ('none', 'step', 'shake', 'bob', 'spin', 'turn', 'bow', 'teleport', 'walk', 'nod', 'shake-stop', 'teleport-far')
POSES = ('as-modelled', 'arms-down', 'step-left', 'step-right', 'sit', 'arms-crossed', 'head-turn', 'head-nod')
NO_SIMULATION, NO_DATA, FACTS, ALL_FINDINGS = 1, 2, 16, 32
RESULT_MOST = 1 << 28  # bytes of numbers that simulate() returns, unless max_bytes says otherwise

Stop = Optional[Callable[[], bool]]


_Class = TypedDict('_Class', {'class': str})  # "must", "should" or "advice": what the specifications say


class _FindingAlways(_Class):
    rule: str
    severity: str
    message: str
    pointer: str
    fix: str
    related: List[Dict[str, str]]
    data: Dict[str, Any]


class _ConsequencesAlways(TypedDict):
    count: int


class Finding(_FindingAlways, total=False):
    """A finding as --format json has it: schema/report.schema.json describes each member."""
    line: int
    column: int
    offset: int
    length: int
    subject: str
    excerpt: str
    fingerprint: str
    variant: str
    fixable: bool
    apps: List[Dict[str, Any]]
    steps: List[Dict[str, str]]  # where to click: {'tool': 'blender', 'text': ...}, that of the tool that exported the file first
    more: int  # the number of other places with the same finding
    consequences: 'Consequences'


class Consequences(_ConsequencesAlways, total=False):
    """The findings that follow from a finding and aren't reported themselves."""
    findings: List[Finding]  # only with all_findings


class _ReportAlways(TypedDict):
    path: str
    extensions: Dict[str, str]
    unchecked: List[str]
    skipped: List[Dict[str, str]]
    counts: Dict[str, int]
    findings: List[Finding]


class Report(_ReportAlways, total=False):
    """The report of one file as --format json has it."""
    generator: str
    exporterVersion: str  # of VRM 0.x
    size: int
    hash: str
    glb: bool
    valid: Dict[str, Any]  # whether the file is as its specifications require
    figures: Dict[str, float]
    verdicts: List[Dict[str, Any]]  # what each app does with the file


class Rule(_Class):
    id: str
    severity: str
    optIn: bool
    fix: str
    summary: str
    why: str
    how: str
    spec: str
    since: str


class _Named(TypedDict):
    rule: str
    fix: str
    message: str
    pointer: str


class FixedFinding(_Named):
    changes: List[Dict[str, Any]]


class LeftFinding(_Named):
    why: str


class _ChangeAlways(TypedDict):
    kind: str
    of: str


class Change(_ChangeAlways, total=False):
    what: str
    before: str
    after: str
    message: str  # the change in words


@dataclasses.dataclass(frozen=True)
class Fixed:
    """The result of fix() on a file."""
    bytes: Optional[bytes]  # the fixed file; None if nothing was fixed
    fixed: List[FixedFinding]
    left: List[LeftFinding]  # findings that should have been fixed and could not be
    patch: List[Dict[str, Any]]  # all changes of the JSON as one JSON patch, RFC 6902
    before: Report
    after: Report


class Diff(TypedDict, total=False):
    """The differences of two files, as an entry of vrmlint diff --format json."""
    path: str
    state: str
    new: List[Finding]
    fixed: List[Finding]
    moved: List[Finding]
    brought: List[Finding]
    dropped: List[Finding]
    because: str  # why findings were brought or dropped; absent if none were
    unread: List[Dict[str, str]]  # what could not be checked in a side; absent if that made no difference
    changes: List[Change]


@dataclasses.dataclass(frozen=True)
class Joint:
    spring: int
    joint: int
    node: Optional[int]  # None for a node that only apps create (VRM 0.x)


@dataclasses.dataclass(frozen=True)
class Trajectories:
    """The motion of spring bones. Values are ordered by step, then by joint, three numbers each: metres in world space."""
    engine: str
    dt: float
    steps: int
    springs: int
    whole: bool  # False if the file exceeds the limits of the simulation
    joints: List[Joint]
    root: 'array.array[float]'  # seven numbers per step: position, and rotation as a quaternion x y z w
    tails: 'array.array[float]'
    states: 'array.array[float]'  # the engine's own tails

    def tail(self, step: int, joint: int) -> Tuple[float, float, float]:
        """Returns the position of a joint's tail after a step; both are counted from 0."""
        if not (0 <= step < self.steps and 0 <= joint < len(self.joints)):
            raise IndexError('no such step or joint')
        at = 3 * (step * len(self.joints) + joint)
        x, y, z = self.tails[at:at + 3]
        return x, y, z


class _Joint(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ('spring', 'joint', 'node')]


_Asked = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'libvrmlint-python.so'))
    pointer, text, number, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t
    double, unsigned = ctypes.c_double, ctypes.c_uint
    doubles = ctypes.POINTER(double)
    # strings that the caller frees are pointers here: ctypes would lose the address of a c_char_p
    for name, result, arguments in (
            ('policy_new', pointer, (text, unsigned, number, unsigned)), ('policy_free', None, (pointer,)),
            ('policy_error', text, (pointer,)), ('policy_timeout', None, (pointer, double)),
            ('policy_stop', None, (pointer, _Asked, pointer)), ('check', pointer, (pointer, text)),
            ('check_bytes', pointer, (pointer, text, text, size)), ('report', pointer, (pointer, number)),
            ('report_error', text, (pointer,)), ('report_free', None, (pointer,)), ('fix', pointer, (pointer, text, unsigned)),
            ('fixed', pointer, (pointer, pointer, number)), ('fixed_bytes', pointer, (pointer,)), ('fixed_size', size, (pointer,)),
            ('fixed_free', None, (pointer,)), ('rules', pointer, (number,)), ('diff', pointer, (pointer, pointer, pointer, number)),
            ('version', text, ()), ('text_free', None, (pointer,)),
            ('simulation', pointer, (text, number, number, double, text, doubles, double, _Asked, pointer)), ('simulation_free', None, (pointer,)),
            ('simulation_error', text, (pointer,)), ('simulation_parts', None, (pointer, ctypes.POINTER(size))),
            ('motion', None, (number, double, doubles)), ('step', None, (pointer, doubles, double))):
        function = getattr(library, 'web_' + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def _one(words: Sequence[str], word: str, what: str) -> int:
    if word not in words:
        raise ValueError(f'{what} {word!r} is not one of {", ".join(words)}')
    return words.index(word)


def _taken(pointer: Optional[int]) -> Any:
    """Returns the value of a JSON string that the library returned, and frees the string."""
    if not pointer:
        raise MemoryError
    try:
        return json.loads(ctypes.string_at(pointer))
    finally:
        _library.web_text_free(pointer)


class _Stopping:
    """What a caller's function stop() has returned or raised so far."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        self.stopped = False
        self.error: Optional[BaseException] = None

    def ask(self, _: Any = None) -> bool:
        try:
            self.stopped = self.stopped or (self.stop is not None and bool(self.stop()))
        except BaseException as error:  # pylint: disable=broad-exception-caught # also KeyboardInterrupt; raised again by settle()
            self.error = error
            self.stopped = True
        return self.stopped

    def settle(self, name: str) -> None:
        """Raises an exception if the call was stopped."""
        if self.error is not None:
            raise self.error
        if self.stopped:
            raise InterruptedError(f'{name}: interrupted')


@contextlib.contextmanager
def _policy(settings: Optional[Mapping[str, Any]], language: str, flags: int, timeout: float, stopping: _Stopping) -> Iterator[int]:
    seconds = _number(timeout, 'timeout', 0, math.inf)
    asked = _Asked(stopping.ask)  # must live as long as the policy
    index = _one(LANGUAGES, language, 'language')
    policy = _library.web_policy_new(json.dumps(dict(settings or {})).encode(), flags, index, 1 << index)
    if not policy:
        raise MemoryError
    try:
        error = _library.web_policy_error(policy)
        if error == b'not enough memory':
            raise MemoryError
        if error:
            raise ValueError(error.decode(errors='replace'))
        _library.web_policy_timeout(policy, 0 if math.isinf(seconds) else seconds)
        if stopping.stop is not None:
            _library.web_policy_stop(policy, asked, None)
        yield policy
    finally:
        _library.web_policy_free(policy)


def _options(select: Optional[Iterable[str]], ignore: Optional[Iterable[str]], severity: Optional[Mapping[str, str]],
             settings: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    """Returns the settings with the options added that were given separately."""
    joined = dict(settings or {})
    if select is not None:
        joined['select'] = list(select)
    if ignore is not None:
        joined['ignore'] = list(ignore)
    if severity is not None:
        joined['severity'] = dict(severity)
    return joined


def _flags(simulation: bool, data: bool, all_findings: bool = False) -> int:
    return (0 if simulation else NO_SIMULATION) | (0 if data else NO_DATA) | (ALL_FINDINGS if all_findings else 0)


def _is_content(file: File) -> bool:
    return isinstance(file, (bytes, bytearray, memoryview))


def _name(file: File) -> str:
    return '' if _is_content(file) else os.fspath(file)  # type: ignore[arg-type]


def _encoded(path: str) -> bytes:
    name = os.fsencode(path)
    if b'\0' in name:
        raise ValueError('a path contains a NUL')
    return b'./' + name if name.startswith(b'-') else name  # a path of - would mean standard input


@contextlib.contextmanager
def _path(file: File) -> Iterator[bytes]:
    """Yields the path of a file. If the content is given, it is that of a temporary file, which is removed afterwards."""
    if not _is_content(file):
        yield _encoded(_name(file))
        return
    handle, path = tempfile.mkstemp(prefix='vrmlint-')
    try:
        with os.fdopen(handle, 'wb') as out:
            out.write(file)  # type: ignore[arg-type]
        yield os.fsencode(path)
    finally:
        os.unlink(path)


@contextlib.contextmanager
def _checked(policy: int, file: File, stopping: _Stopping) -> Iterator[int]:
    if _is_content(file):
        content = bytes(file)  # type: ignore[arg-type]
        report = _library.web_check_bytes(policy, b'', content, len(content))
    else:
        report = _library.web_check(policy, _encoded(_name(file)))
    if not report:
        raise MemoryError
    try:
        stopping.settle(_name(file))
        error = _library.web_report_error(report)
        if error is not None:
            raise OSError(f'{_name(file)}: {error.decode(errors="replace")}')
        yield report
    finally:
        _library.web_report_free(report)


def check(file: File, *, language: str = 'en', select: Optional[Iterable[str]] = None, ignore: Optional[Iterable[str]] = None,
          severity: Optional[Mapping[str, str]] = None, settings: Optional[Mapping[str, Any]] = None, simulation: bool = True,
          data: bool = True, all_findings: bool = False, timeout: float = 0, stop: Stop = None) -> Report:
    """Checks one file. settings is what a .vrmlint.json contains; none is read from disk.

    One finding stands for all places with the same mistake, as vrmlint check reports them. all_findings: each is reported
    separately, with a list of the findings that follow from it.
    """
    stopping = _Stopping(stop)
    flags = _flags(simulation, data, all_findings)
    with _policy(_options(select, ignore, severity, settings), language, flags, timeout, stopping) as policy:
        with _checked(policy, file, stopping) as report:
            found: Report = _taken(_library.web_report(report, LANGUAGES.index(language)))['files'][0]
    found['path'] = _name(file)
    return found


def fix(file: File, *, classes: Iterable[str] = ('safe', 'repair'), language: str = 'en', select: Optional[Iterable[str]] = None,
        ignore: Optional[Iterable[str]] = None, severity: Optional[Mapping[str, str]] = None,
        settings: Optional[Mapping[str, Any]] = None, simulation: bool = True, data: bool = True, all_findings: bool = False,
        timeout: float = 0, stop: Stop = None) -> Fixed:
    """Fixes a file as far as possible. The file itself doesn't change: the result has the bytes of the fixed file.

    all_findings: of the reports before and after, as in check().
    """
    wanted = 0
    for name in classes:
        _one(tuple(CLASSES), name, 'class')
        wanted |= CLASSES[name]
    stopping = _Stopping(stop)
    options = _options(select, ignore, severity, settings)
    with _policy(options, language, _flags(simulation, data, all_findings), timeout, stopping) as policy, _path(file) as path:
        outcome = _library.web_fix(policy, path, wanted)
        if not outcome:
            raise MemoryError
        try:
            stopping.settle(_name(file))
            result = _taken(_library.web_fixed(policy, outcome, LANGUAGES.index(language)))
            if 'error' in result:
                raise OSError(f'{_name(file)}: {result["error"]}')
            at = _library.web_fixed_bytes(outcome)
            content = ctypes.string_at(at, _library.web_fixed_size(outcome)) if at else None
        finally:
            _library.web_fixed_free(outcome)
    reports = [dict(result[when]['files'][0], path=_name(file)) for when in ('before', 'after')]
    return Fixed(content, result['fixed'], result['left'], result['patch'], *reports)  # type: ignore[arg-type]


def diff(old: File, new: File, *, language: str = 'en', select: Optional[Iterable[str]] = None, ignore: Optional[Iterable[str]] = None,
         severity: Optional[Mapping[str, str]] = None, settings: Optional[Mapping[str, Any]] = None, simulation: bool = True,
         data: bool = True, timeout: float = 0, stop: Stop = None) -> Diff:
    """Compares two versions of an avatar: findings that are new, fixed or moved, and what changed in the avatar."""
    flags = _flags(simulation, data) | FACTS
    stopping = _Stopping(stop)
    with _policy(_options(select, ignore, severity, settings), language, flags, timeout, stopping) as policy:
        with _checked(policy, old, stopping) as before, _checked(policy, new, stopping) as after:
            found: Diff = _taken(_library.web_diff(policy, before, after, LANGUAGES.index(language)))['files'][0]
    found['path'] = _name(new)
    return found


def rules(language: str = 'en') -> List[Rule]:
    """Returns all rules, in the order of the table."""
    return _taken(_library.web_rules(_one(LANGUAGES, language, 'language')))  # type: ignore[no-any-return]


def version() -> str:
    """Returns the version of the library: "1.0.0", between releases "1.0.0-dev+COMMIT"."""
    return _library.web_version().decode()  # type: ignore[no-any-return]


def _number(value: Any, what: str, least: float, most: float) -> float:
    if not isinstance(value, (int, float)) or not least <= value <= most:
        raise ValueError(f'{what} must be a number from {least:g} to {most:g}')
    return float(value)


def simulate(file: File, *, engine: str = 'spec', motion: str = 'none', pose: str = 'as-modelled', fps: float = 60,
             dt: Optional[float] = None, steps: int = 600, hitches: Optional[Mapping[int, float]] = None,
             root: Optional[Iterable[Sequence[float]]] = None, size: float = 1,
             animation: Union[str, 'os.PathLike[str]', None] = None, max_bytes: int = RESULT_MOST, timeout: float = 0,
             stop: Stop = None) -> Trajectories:
    """Simulates the spring bones of one file.

    dt: seconds per step, instead of fps. hitches: the seconds of single steps, counted from 1. root: the pose of the root after
    each step, instead of a motion: px, py, pz, qx, qy, qz, qw. size: the scale of the avatar. animation: the path of a VRM
    animation that moves the limbs, instead of a pose. max_bytes: the most bytes that the numbers of the result may take; if they need
    more, the call raises ValueError. timeout: seconds after which it raises TimeoutError, while the file is read
    or between steps; 0 for none. stop is called then too.
    """
    stopping = _Stopping(stop)
    limit = _number(timeout, 'timeout', 0, math.inf)
    deadline = time.monotonic() + limit if limit > 0 else math.inf
    most = _number(max_bytes, 'max_bytes', 0, math.inf)
    seconds = 1 / _number(fps, 'fps', 1e-6, 1e6) if dt is None else _number(dt, 'dt', 0, 1e6)
    poses = None if root is None else [[_number(value, 'root', -1e300, 1e300) for value in at] for at in root]
    if poses is not None and any(len(at) != 7 for at in poses):
        raise ValueError('root must have seven numbers a step')
    count = int(_number(steps, 'steps', 0, 1e6)) if poses is None else len(poses)
    times = {int(step): _number(value, 'hitches', 0, 1e6) for step, value in (hitches or {}).items()}
    kinds = (_one(ENGINES, engine, 'engine'), _one(POSES, pose, 'pose'))
    moves = _one(MOTIONS, motion, 'motion')
    article = (ctypes.c_double * 4)(100, 0.85, 9.8, 0.02)
    asked = _Asked() if stop is None else _Asked(stopping.ask)
    with _path(file) as path:
        simulation = _library.web_simulation(path, *kinds, _number(size, 'size', 1e-6, 1e6),
                                             None if animation is None else _encoded(os.fspath(animation)), article,
                                             0 if math.isinf(limit) else limit, asked, None)
    stopping.settle(_name(file))
    if not simulation and time.monotonic() > deadline:
        raise TimeoutError(f'{_name(file)}: it was not read before the timeout')
    if not simulation:
        raise MemoryError
    try:
        error = _library.web_simulation_error(simulation)
        if error is not None:
            raise OSError(f'{_name(file)}: {error.decode(errors="replace")}')
        parts = (ctypes.c_size_t * 9)()
        _library.web_simulation_parts(simulation, parts)
        needed = 8 * count * (7 + 6 * parts[0])
        if needed > most:
            raise ValueError(f'{_name(file)}: {count} steps of {parts[0]} joints take {needed} bytes, more than max_bytes, {most:.0f}')

        def next_steps() -> Iterator[int]:
            for step in range(count):
                stopping.ask()
                stopping.settle(_name(file))
                if time.monotonic() > deadline:
                    raise TimeoutError(f'{_name(file)}: step {step} of {count} was reached before the timeout')
                yield step

        return _run(simulation, parts, engine, moves, seconds, next_steps(), count, times, poses)
    finally:
        _library.web_simulation_free(simulation)


def _run(simulation: int, parts: 'ctypes.Array[ctypes.c_size_t]', engine: str, motion: int, dt: float, turns: Iterable[int], steps: int,
         hitches: Mapping[int, float], root: Optional[List[List[float]]]) -> Trajectories:
    count = parts[0]
    joints = ctypes.cast(parts[4], ctypes.POINTER(_Joint))
    none = ctypes.c_size_t(-1).value
    result = Trajectories(engine, dt, steps, parts[2], bool(parts[3]), [
        Joint(joints[i].spring, joints[i].joint, None if joints[i].node == none else joints[i].node) for i in range(count)],
        array.array('d'), array.array('d'), array.array('d'))
    pose = (ctypes.c_double * 11)()
    now = 0.0
    for step in turns:
        seconds = hitches.get(step + 1, dt)
        now += seconds
        if root is None:
            _library.web_motion(motion, now, pose)
        else:
            pose[:] = [*root[step], 0, 0, 0, 0]
        _library.web_step(simulation, pose, seconds)
        result.root.extend(pose[:7])
        for numbers, at in ((result.tails, parts[6]), (result.states, parts[7])):
            if count > 0:
                numbers.frombytes(ctypes.string_at(at, 24 * count))
    return result
