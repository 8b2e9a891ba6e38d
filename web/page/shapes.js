// Lines in 3-D: the drawing that the check made of an avatar, and outlines of its colliders.
import * as THREE from 'three';

export function lines(points, colour, {opacity = 1, over = true} = {}) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  const material = new THREE.LineBasicMaterial({color: colour, transparent: opacity < 1, opacity, depthTest: !over});
  const made = new THREE.LineSegments(geometry, material);
  made.renderOrder = over ? 2 : 0;
  made.frustumCulled = false;
  return made;
}

/** Returns three circles, or the outline of a capsule, as pairs of points. */
export function outline(collider) {
  const {at, to, radius, shape} = collider;
  const points = [];
  const from = new THREE.Vector3(...at);
  const end = new THREE.Vector3(...to);
  const steps = 24;
  const ring = (center, u, v, size) => {
    for (let i = 0; i < steps; i++) {
      for (const angle of [i, i + 1].map((step) => (2 * Math.PI * step) / steps)) {
        points.push(...center.clone().addScaledVector(u, size * Math.cos(angle)).addScaledVector(v, size * Math.sin(angle)));
      }
    }
  };
  const axis = shape === 'sphere' ? new THREE.Vector3(0, 1, 0) : shape === 'plane' ? end : end.clone().sub(from);
  if (axis.lengthSq() === 0) axis.set(0, 1, 0);
  axis.normalize();
  const side = new THREE.Vector3(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0).cross(axis).normalize();
  const other = axis.clone().cross(side);
  if (shape === 'plane') {
    ring(from, side, other, 0.2);
    points.push(...from, ...from.clone().addScaledVector(axis, 0.1));
    return points;
  }
  const centers = shape === 'capsule' ? [from, end] : [from];
  for (const center of centers) {
    ring(center, side, other, radius);
    ring(center, axis, side, radius);
    ring(center, axis, other, radius);
  }
  if (shape === 'capsule') {
    for (const [u, sign] of [[side, 1], [side, -1], [other, 1], [other, -1]]) {
      for (const center of centers) points.push(...center.clone().addScaledVector(u, sign * radius));
    }
  }
  return points;
}

/** Returns the drawing of the check in metres: pairs of ends of bones, colliders, limits, marks. */
export function inMetres({unit, body, chains, colliders, limits, marks}) {
  const metres = (list) => list.map((value) => value * unit);
  const points = (flat) => Array.from({length: flat.length / 3}, (_, i) => metres(flat.slice(3 * i, 3 * i + 3)));
  const pairs = (lines) => lines.flatMap((line) => points(line).slice(1).flatMap((to, i) => [...metres(line.slice(3 * i, 3 * i + 3)), ...to]));
  return {
    body: pairs(body),
    chains: chains.flatMap(({lines: own}) => pairs(own)),
    colliders: colliders.map((one) => ({...one, at: metres(one.at), to: one.normal ?? metres(one.to ?? one.at), radius: one.radius * unit})),
    limits: limits.map((one) => ({...one, at: metres(one.at), border: points(one.border)})),
    marks: marks.map(([finding, ...at]) => ({finding, at: metres(at)})),
  };
}
