// A clip of the drawing, for bug reports: recorded by the browser, as WebM.
import {$, save, unsave} from './elements.js';
import {play, pressed} from './motion.js';
import {own, state, tell} from './state.js';

const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const RATE = 30;
let recorder = null;

/** Returns a canvas that copies what the views draw, side by side, over the page's background: their own is transparent. */
function follower(views) {
  const {width, height} = views[0].renderer.domElement;
  const canvas = Object.assign(document.createElement('canvas'), {width: width * views.length, height});
  const context = canvas.getContext('2d');
  views.forEach((view, place) => {
    view.onDrawn = (drawn) => {
      context.fillStyle = getComputedStyle($('stage')).backgroundColor;
      context.fillRect(width * place, 0, width, height);
      context.drawImage(drawn, width * place, 0, width, height);
    };
  });
  return canvas;
}

/** Records the motion from its beginning to its end, or until it is paused. */
async function record() {
  if (recorder !== null) {
    pressed(false);
    return;
  }
  const {base} = state;
  const views = state.other === null ? [state.view] : [state.twin, state.view];
  const type = TYPES.find((one) => globalThis.MediaRecorder?.isTypeSupported(one));
  if (type === undefined || HTMLCanvasElement.prototype.captureStream === undefined) {
    tell(own().noClip, true);
    return;
  }
  unsave($('save-clip'));
  const parts = [];
  recorder = new MediaRecorder(follower(views).captureStream(RATE), {mimeType: type, videoBitsPerSecond: 5e6});
  recorder.addEventListener('dataavailable', ({data}) => parts.push(data));
  recorder.addEventListener('stop', () => {
    for (const view of views) view.onDrawn = undefined;
    recorder = null;
    $('record').textContent = own().record;
    if (base !== state.base) return;
    save($('save-clip'), `${base.path.replace(/\.\w+$/, '')}.webm`, new Blob(parts), '');
    tell(own().recorded);
  });
  pressed(false);
  state.step = 0;
  $('record').textContent = own().endRecord;
  const ended = recorder;
  recorder.start();
  await play((step) => step >= Number($('time').max) && pressed(false), () => ended.stop());
  if (state.playing) tell(own().recording);
}

$('record').addEventListener('click', record);
