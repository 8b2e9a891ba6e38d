// The avatar in 3-D: the model as apps show it, the drawing of the check as lines, findings as pins, and the springs as the
// engines move them.
import * as THREE from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {GLTFLoader} from 'three/examples/jsm/loaders/GLTFLoader.js';
import {VRMLoaderPlugin} from '@pixiv/three-vrm';
import {Faces} from './faces.js';
import {addLevels, boxAround, disposeAll, lighten, managerOf, placeOf, sanitize, texturesOf} from './model.js';
import {inMetres, lines, outline} from './shapes.js';

const ENGINE_COLOURS = {spec: 0x1f9aa3, 'three-vrm': 0xe0851b, univrm: 0xb05fd0, pbd: 0x8a8a8a};
const SEVERITY_COLOURS = {error: 0xd0342a, warning: 0xc98a12, info: 0x3a7fd0, off: 0x7a6aa8};
/** The limits of the drawing, far above existing avatars: more would block the page for seconds. */
export const MOST = {nodes: 10000, levels: 500, draws: 1000, vertices: 3000000, morphs: 40000000, binds: 200000};
const OUTLINED = 2000; // colliders, and limits, that are drawn at most
const SLACK = 0.04; // how far an avatar moves before the camera follows, relative to its height
const still = () => globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;

export class View {
  faces = new Faces([], null);

  /** onPick: called with the number of the finding whose pin was clicked. Throws if WebGL isn't available. */
  constructor(stage, label, onPick) {
    this.stage = stage;
    this.renderer = new THREE.WebGLRenderer({antialias: true, alpha: true});
    this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio, 2));
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    stage.append(canvas);
    this.scene = new THREE.Scene();
    this.scene.add(new THREE.AmbientLight(0xffffff, 1.2));
    this.camera = new THREE.PerspectiveCamera(30, 1, 0.01, 200);
    const light = new THREE.DirectionalLight(0xffffff, 1.8);
    light.position.set(0.4, 1, 1);
    this.camera.add(light);
    this.scene.add(this.camera);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.listenToKeyEvents(canvas);
    this.sharePage(canvas);
    this.controls.addEventListener('change', () => this.draw());
    this.drawn = new THREE.Group();
    this.pins = new THREE.Group();
    this.overlay = new THREE.Group();
    this.scene.add(this.drawn, this.pins, this.overlay);
    this.setLabel(label);
    canvas.addEventListener('click', (event) => {
      const picked = this.pick(event);
      if (picked !== null) onPick(picked);
    });
    new ResizeObserver(() => this.resize()).observe(stage);
    this.resize();
  }

  /** Leaves the wheel and two-finger gestures to the page, so that it scrolls over the drawing. With Ctrl, the wheel zooms. */
  sharePage(canvas) {
    this.stage.addEventListener('wheel', (event) => {
      this.controls.enableZoom = event.ctrlKey || event.metaKey;
    }, {capture: true, passive: true});
    let last = null;
    canvas.addEventListener('pointerdown', (event) => {
      this.controls.enableZoom = true;
      this.controls.enablePan = event.pointerType !== 'touch';
    }, {capture: true});
    canvas.addEventListener('touchmove', ({touches}) => {
      const height = touches.length === 2 ? (touches[0].clientY + touches[1].clientY) / 2 : null;
      if (height !== null && last !== null) globalThis.scrollBy(0, last - height);
      last = height;
    }, {passive: true});
    canvas.addEventListener('touchend', () => { last = null; });
    canvas.addEventListener('keydown', ({key, ctrlKey, metaKey}) => {
      this.controls.enablePan = true;
      const {target, object: {position}} = this.controls;
      if (!ctrlKey && !metaKey && ['+', '-'].includes(key)) position.sub(target).multiplyScalar(key === '+' ? 0.8 : 1.25).add(target);
      this.controls.update();
    }, {capture: true});
  }

  /** Links two cameras: each follows the other. */
  follows(other) {
    this.isTwin = true; // it doesn't follow the moving avatar, because the other view does
    for (const [from, to] of [[this, other], [other, this]]) {
      from.controls.addEventListener('change', () => {
        if (this.following) return;
        this.following = true;
        to.controls.target.copy(from.controls.target);
        to.camera.position.copy(from.camera.position);
        Object.assign(to.camera, {near: from.camera.near, far: from.camera.far});
        to.camera.updateProjectionMatrix();
        to.controls.update();
        to.draw();
        this.following = false;
      });
    }
  }

  setLabel(label) {
    this.renderer.domElement.setAttribute('aria-label', label);
  }

  resize() {
    const {clientWidth: width, clientHeight: height} = this.stage;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** Draws in the next frame, once however often it is called. */
  draw() {
    this.asked ??= requestAnimationFrame(() => {
      this.asked = undefined;
      this.renderer.render(this.scene, this.camera);
      this.onDrawn?.(this.renderer.domElement);
    });
  }

  clear() {
    this.loading = {}; // a model that is still loading won't be shown
    if (this.model !== undefined) {
      this.scene.remove(this.model);
      disposeAll(this.model);
      this.model = undefined;
    }
    for (const group of [this.drawn, this.pins, this.overlay]) {
      disposeAll(group);
      group.clear();
    }
    this.seen = new Set();
    this.nodes = new Map();
    this.rest = new Map();
    Object.assign(this, {faces: new Faces([], null), expression: '', weights: []});
    this.trajectories = [];
    this.skeleton = null;
    cancelAnimationFrame(this.flight);
    this.follow(null);
    this.drawn.visible = true;
    this.pins.visible = true;
  }

  /** Shows a model; returns false if it can't be loaded. */
  async show(bytes, beside, expressions) {
    this.clear();
    if (bytes === null) return false;
    const {manager, dispose} = managerOf(beside);
    const loader = new GLTFLoader(manager);
    // register the material plugins only: the loader doesn't show the rest of VRM, which may take long in a hostile file
    for (const part of ['materialsV0CompatPlugin', 'mtoonMaterialPlugin', 'materialsHDREmissiveMultiplierPlugin']) {
      loader.register((parser) => new VRMLoaderPlugin(parser)[part]);
    }
    const mine = (this.loading = {});
    let gltf = null;
    try {
      gltf = await loader.parseAsync(bytes.buffer, '').catch(() => new GLTFLoader(manager).parseAsync(bytes.buffer, ''));
    } catch {
      // the check reports what is wrong with the file
    }
    dispose();
    if (mine !== this.loading) {
      if (gltf !== null) disposeAll(gltf.scene);
      return false;
    }
    if (gltf === null || gltf.scene === undefined) return false;
    this.model = gltf.scene;
    this.model.traverse((object) => {
      object.frustumCulled = false;
      [object.material ?? []].flat().forEach(sanitize);
      lighten(object);
      const index = gltf.parser.associations.get(object)?.nodes;
      if (index !== undefined && !this.nodes.has(index)) this.nodes.set(index, object);
    });
    const known = new Set(this.nodes.values());
    const meshesOf = (object) => [...(object.isMesh ? [object] : []), ...object.children.filter((child) => !known.has(child)).flatMap(meshesOf)];
    this.faces = new Faces(expressions, (node) => (this.nodes.has(node) ? meshesOf(this.nodes.get(node)) : []));
    if (!(await this.upload(mine))) return false;
    this.scene.add(this.model);
    return true;
  }

  /**
   * Sends the loaded model to the graphics card piece by piece: all at once would block the page for seconds. Each mesh is drawn
   * alone, into one pixel, which uploads and compiles what it needs. Returns false if another file is shown meanwhile.
   */
  async upload(mine) {
    const {model, renderer, scene} = this;
    const meshes = [];
    model.traverse((object) => object.isMesh && meshes.push([object, object.visible]));
    meshes.forEach(([mesh]) => { mesh.visible = false; });
    const levels = new Map();
    const whole = renderer.getViewport(new THREE.Vector4());
    const next = () => new Promise((done) => { setTimeout(done); });
    try {
      for (const [mesh, visible] of meshes) {
        for (const texture of texturesOf(mesh)) {
          await addLevels(texture, levels).catch(() => {}); // WebGL makes them
          if (mine !== this.loading) return false;
          renderer.initTexture(texture);
          await next();
          if (mine !== this.loading) return false;
        }
        mesh.visible = visible;
        scene.add(model);
        renderer.setViewport(0, 0, 1, 1);
        renderer.render(scene, this.camera);
        renderer.setViewport(whole);
        scene.remove(model);
        mesh.visible = false;
        await next();
        if (mine !== this.loading) return false;
      }
      return true;
    } finally {
      meshes.forEach(([mesh, visible]) => { mesh.visible = visible; });
    }
  }

  /** Returns a picture of what is shown, as a data URL; null if nothing is. */
  picture() {
    if (this.stage.hidden) return null;
    this.renderer.render(this.scene, this.camera);
    return this.renderer.domElement.toDataURL('image/png');
  }

  /**
   * Draws the lines of the check, and a pin for each finding that has a position. bones, for an animation: {nodes, marks}. Adds
   * to seen the things that are drawn, and the severities that have a colour.
   */
  mark(drawing, findings, bones = null) {
    for (const group of [this.drawn, this.pins]) {
      disposeAll(group);
      group.clear();
    }
    this.box = new THREE.Box3();
    this.seen.clear();
    if (drawing !== null) {
      const {body, chains, colliders, limits, marks} = inMetres(drawing);
      for (const ends of [body, chains]) for (let i = 0; i < ends.length; i += 3) this.box.expandByPoint(new THREE.Vector3(...ends.slice(i, i + 3)));
      this.drawn.add(lines(body, 0x87847c, {opacity: this.model === undefined ? 1 : 0.35}));
      this.chains = lines(chains, ENGINE_COLOURS.spec);
      this.drawn.add(this.chains);
      if (body.length > 0) this.seen.add('bones');
      if (chains.length > 0) this.seen.add('chains');
      const solids = {};
      const add = (kind, worst, points) => {
        const severity = worst in SEVERITY_COLOURS ? worst : 'off';
        this.seen.add(severity === 'off' ? kind : severity);
        (solids[severity] ??= []).push(points);
      };
      for (const collider of colliders.slice(0, OUTLINED)) add('colliders', collider.worst, outline(collider));
      for (const {at, border, worst} of limits.slice(0, OUTLINED)) {
        add('limits', worst, border.flatMap((point, i) => [...point, ...border[(i + 1) % border.length], ...at, ...point]));
      }
      for (const [severity, points] of Object.entries(solids)) this.drawn.add(lines(points.flat(), SEVERITY_COLOURS[severity], {opacity: 0.7}));
      this.pin(marks, findings);
    }
    if (this.model !== undefined && bones !== null) this.markBones(bones, findings);
    if (this.model !== undefined) {
      this.model.updateMatrixWorld(true);
      this.box.union(boxAround(this.model));
    }
    const height = this.box.isEmpty() ? 1 : Math.max(...this.box.getSize(new THREE.Vector3()));
    this.pinSize = Math.max(height / 1.6, 0.05);
    this.point(-1);
    this.draw();
    return !this.box.isEmpty();
  }

  /** Draws a pin at each marked position, in the colour of its worst finding, all in one mesh: one joint may have thousands. */
  pin(marks, findings) {
    const rank = ({finding}) => Object.keys(SEVERITY_COLOURS).indexOf(findings[finding].severity);
    this.marks = marks;
    const places = new Map();
    for (const mark of [...marks].sort((a, b) => rank(a) - rank(b))) {
      const key = mark.node ?? mark.at.join();
      if (!places.has(key)) places.set(key, []);
      places.get(key).push(mark);
    }
    this.places = [...places.values()];
    const material = new THREE.MeshBasicMaterial({depthTest: false, transparent: true, opacity: 0.9});
    const mesh = new THREE.InstancedMesh(new THREE.SphereGeometry(0.012, 12, 8), material, this.places.length);
    const colour = new THREE.Color();
    this.places.forEach(([{finding}], index) => {
      const {severity} = findings[finding];
      this.seen.add(severity);
      mesh.setColorAt(index, colour.set(SEVERITY_COLOURS[severity]));
    });
    mesh.renderOrder = 3;
    mesh.frustumCulled = false;
    this.pins.add(mesh);
  }

  /** Draws an animation's own skeleton, with a pin on each bone that a finding is about. marks: {finding, node}. */
  markBones({nodes, marks}, findings) {
    this.model.updateMatrixWorld(true);
    const known = new Set(nodes.map((node) => this.nodes.get(node)).filter((bone) => bone !== undefined));
    this.skeleton = [...known].map((bone) => {
      let above = bone.parent;
      while (above !== null && !known.has(above)) above = above.parent;
      return [bone, above];
    }).filter(([, above]) => above !== null);
    if (this.skeleton.length > 0) this.seen.add('skeleton');
    for (const bone of known) this.box.expandByPoint(placeOf(bone));
    this.box.expandByScalar(0.1);
    this.drawn.add(lines(new Float32Array(6 * this.skeleton.length), ENGINE_COLOURS.spec));
    this.pin(marks.map((mark) => ({...mark, bone: this.nodes.get(mark.node)})).filter(({bone}) => bone !== undefined)
      .map((mark) => ({...mark, at: placeOf(mark.bone).toArray()})), findings);
    this.moveBones();
  }

  /** Moves the skeleton and its pins to the current positions of the bones. */
  moveBones() {
    const {position} = this.drawn.children[0].geometry.attributes;
    this.model.updateMatrixWorld(true);
    this.skeleton.forEach((ends, index) => position.array.set(ends.flatMap((bone) => placeOf(bone).toArray()), 6 * index));
    position.needsUpdate = true;
    for (const mark of this.marks) mark.at = placeOf(mark.bone).toArray();
    this.point(this.pointed);
  }

  /** Draws the pins of one finding larger than the others. */
  point(finding) {
    this.pointed = finding;
    const [mesh] = this.pins.children;
    if (mesh === undefined) return [];
    const own = this.marks.filter((mark) => mark.finding === finding);
    const matrix = new THREE.Matrix4();
    this.places.forEach((marks, index) => {
      const size = this.pinSize * (own.length === 0 ? 1 : marks.some((mark) => mark.finding === finding) ? 1.5 : 0.6);
      mesh.setMatrixAt(index, matrix.makeScale(size, size, size).setPosition(...marks[0].at));
    });
    mesh.instanceMatrix.needsUpdate = true;
    mesh.boundingSphere = null;
    this.draw();
    return own;
  }

  /** Moves the camera to the front, so that all of the avatar is visible. */
  frame(facesBack) {
    this.resize();
    const box = this.box.isEmpty() ? new THREE.Box3(new THREE.Vector3(-1, 0, -1), new THREE.Vector3(1, 2, 1)) : this.box;
    const center = box.getCenter(new THREE.Vector3());
    const size = box.getSize(new THREE.Vector3());
    const fit = Math.max(size.y, size.x / this.camera.aspect, 0.05);
    this.away = fit / (2 * Math.tan((this.camera.fov * Math.PI) / 360)) + size.z / 2;
    this.front = facesBack ? -1 : 1;
    this.controls.target.copy(center);
    this.camera.position.copy(center).add(new THREE.Vector3(0, 0, this.front * this.away * 1.1));
    this.camera.near = this.away / 500;
    this.camera.far = this.away * 50;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  pick(event) {
    const box = this.renderer.domElement.getBoundingClientRect();
    const at = new THREE.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(at, this.camera);
    const [hit] = ray.intersectObjects(this.pins.visible ? this.pins.children : []);
    return hit === undefined ? null : this.places[hit.instanceId][0].finding;
  }

  /** Moves the camera to a finding; returns false if the finding has no position. */
  flyTo(finding) {
    const own = this.point(finding);
    if (own.length === 0) return false;
    const target = new THREE.Vector3(...own[0].at);
    const position = target.clone().add(new THREE.Vector3(0.12, 0.08, this.front).normalize().multiplyScalar(this.away * 0.35));
    const [fromTarget, fromPosition] = [this.controls.target.clone(), this.camera.position.clone()];
    cancelAnimationFrame(this.flight);
    let begin = null;
    const frame = (now) => {
      begin ??= now;
      const part = still() ? 1 : Math.min((now - begin) / 500, 1);
      const eased = part * part * (3 - 2 * part);
      this.controls.target.lerpVectors(fromTarget, target, eased);
      this.camera.position.lerpVectors(fromPosition, position, eased);
      this.controls.update();
      this.draw();
      if (part < 1) this.flight = requestAnimationFrame(frame);
    };
    this.flight = requestAnimationFrame(frame);
    return true;
  }

  /** Shows an expression in addition to those that an animation drives; an empty name means no expression. */
  express(name, weights = this.weights ?? []) {
    this.expression = name;
    this.weights = weights;
    this.faces.show(new Map([...weights, [name, 1]]));
    this.draw();
  }

  /** Takes the trajectories of engines; the first moves the model. hips: the node that an animation moves; shown: draw lines. */
  play(trajectories, hips, shown) {
    this.straighten();
    this.overlay.visible = shown;
    this.trajectories = trajectories;
    this.hips = hips;
    disposeAll(this.overlay);
    this.overlay.clear();
    for (const trajectory of trajectories) {
      trajectory.places = new Map(trajectory.nodes.map((node, place) => [node, place]));
      const made = lines(new Float32Array(6 * trajectory.joints.length), ENGINE_COLOURS[trajectory.engine]);
      this.overlay.add(made);
    }
    const depth = (object) => (object.parent === null ? 0 : 1 + depth(object.parent));
    this.turning = (trajectories[0]?.nodes ?? []).map((node, place) => ({object: this.nodes.get(node), place}))
      .filter(({object}) => object !== undefined).map((entry) => ({...entry, depth: depth(entry.object)}))
      .sort((a, b) => a.depth - b.depth);
    for (const {object} of this.turning) {
      if (!this.rest.has(object)) {
        this.rest.set(object, [object.position.clone(), object.quaternion.clone(), object.scale.clone()]);
      }
    }
  }

  /** Moves everything to its position after a step; nodes without a finite position stay where they are. */
  seek(step) {
    const [first] = this.trajectories;
    if (first === undefined) return;
    if (this.model !== undefined) this.pose(first, step);
    this.express(this.expression, first.weights.map(({name, values}) => [name, values[step]]));
    this.trajectories.forEach((trajectory, index) => {
      const {position} = this.overlay.children[index].geometry.attributes;
      const {joints, tails, matrices, nodes, places} = trajectory;
      joints.forEach((joint, j) => {
        const tail = 3 * (step * joints.length + j);
        const at = 12 * (step * nodes.length + (places.get(joint.node) ?? 0));
        const points = [matrices[at + 3], matrices[at + 7], matrices[at + 11], tails[tail], tails[tail + 1], tails[tail + 2]];
        const whole = joint.node !== null && points.every((value) => Number.isFinite(value) && Math.abs(value) < 1e6);
        position.array.set(whole ? points : [0, 0, 0, 0, 0, 0], 6 * j);
      });
      position.needsUpdate = true;
    });
    this.follow(this.travel(first, step).toArray());
    if (this.skeleton !== null) this.moveBones();
    // the drawing of the rest pose would appear beside the moved model
    this.drawn.visible = this.skeleton !== null;
    this.pins.visible = this.skeleton !== null;
    this.draw();
  }

  /** Returns how far an avatar has moved: its hips, horizontally, if an animation moves them; else its middle. */
  travel({root, matrices, nodes, places}, step) {
    const place = places.get(this.hips);
    if (place === undefined) {
      const middle = this.box.getCenter(new THREE.Vector3());
      const turn = new THREE.Quaternion().fromArray(root, 7 * step + 3);
      return middle.clone().applyQuaternion(turn).add(new THREE.Vector3().fromArray(root, 7 * step)).sub(middle);
    }
    const at = 12 * (step * nodes.length + place);
    return new THREE.Vector3(matrices[at + 3] - matrices[12 * place + 3], 0, matrices[at + 11] - matrices[12 * place + 11]);
  }

  /** Moves the camera with the avatar, except for small movements: a step or a shake stays visible. */
  follow(to) {
    if (this.isTwin) return;
    const slack = SLACK * (this.box?.getSize(new THREE.Vector3()).y ?? 0);
    const at = new THREE.Vector3(...(to ?? []).map((way) => Math.sign(way) * Math.max(Math.abs(way) - slack, 0)));
    const by = at.clone().sub(this.followed ?? new THREE.Vector3());
    this.followed = at;
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }

  pose({root, matrices, nodes}, step) {
    this.model.position.fromArray(root, 7 * step);
    this.model.quaternion.fromArray(root, 7 * step + 3);
    this.model.updateMatrixWorld(true);
    const world = new THREE.Matrix4();
    const inverse = new THREE.Matrix4();
    for (const {object, place} of this.turning) {
      const m = matrices.subarray(12 * (step * nodes.length + place), 12 * (step * nodes.length + place) + 12);
      if (!m.every((value) => Number.isFinite(value) && Math.abs(value) < 1e6)) continue;
      world.set(...m, 0, 0, 0, 1);
      object.parent.updateWorldMatrix(true, false);
      inverse.copy(object.parent.matrixWorld).invert().multiply(world).decompose(object.position, object.quaternion, object.scale);
      object.updateMatrix();
    }
  }

  /** Restores the pose of the file: the next motion may not move the same nodes. */
  straighten() {
    for (const [object, [position, quaternion, scale]] of this.rest ?? []) {
      object.position.copy(position);
      object.quaternion.copy(quaternion);
      object.scale.copy(scale);
    }
  }

  /** Ends the motion and returns to the pose of the file. */
  stop() {
    this.trajectories = [];
    this.express(this.expression, []);
    disposeAll(this.overlay);
    this.overlay.clear();
    this.straighten();
    if (this.model !== undefined) {
      this.model.position.set(0, 0, 0);
      this.model.quaternion.identity();
    }
    this.follow(null);
    this.drawn.visible = true;
    this.pins.visible = true;
    if (this.skeleton) this.moveBones();
    this.draw();
  }
}
