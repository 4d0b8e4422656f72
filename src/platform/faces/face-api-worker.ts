import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { RgbImage } from '../images/image.ts';
import { inThread } from '../threads/in-thread.ts';

/** What is used of the packages, whose own types take the compiler longer than everything else. */
interface Tensor {
  dispose(): void;
}
interface TensorFlow {
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tensor3d(values: Uint8Array, shape: [height: number, width: number, channels: number], type: 'int32'): Tensor;
}
interface Network {
  loadFromDisk(folder: string): Promise<void>;
}
interface FaceApi {
  nets: Record<'ssdMobilenetv1' | 'faceLandmark68Net' | 'faceRecognitionNet', Network>;
  SsdMobilenetv1Options: new (options: { minConfidence: number; maxResults: number }) => object;
  detectAllFaces(picture: Tensor, options: object): { withFaceLandmarks(): { withFaceDescriptors(): Promise<{ descriptor: Float32Array }[]> } };
}

/** From 0 to 1. A face that is less certain is none. */
const LEAST_CERTAINTY = 0.5;
/** Nobody asks for more than one. */
const MOST_FACES = 2;

const require = createRequire(import.meta.url);
let loaded: Promise<{ tf: TensorFlow; api: FaceApi }> | undefined;

async function load(): Promise<{ tf: TensorFlow; api: FaceApi }> {
  const tf = require('@tensorflow/tfjs') as TensorFlow;
  const wasm = require('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(prefix: string): void };
  wasm.setWasmPaths(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')) + sep);
  await tf.setBackend('wasm');
  await tf.ready();
  const file = '@vladmandic/face-api/dist/face-api.node-wasm.js';
  const api = require(file) as FaceApi;
  const folder = join(dirname(require.resolve(file)), '..', 'model');
  for (const net of ['ssdMobilenetv1', 'faceLandmark68Net', 'faceRecognitionNet'] as const) await api.nets[net].loadFromDisk(folder);
  return { tf, api };
}

async function describeFaces({ data, width, height }: RgbImage): Promise<number[][]> {
  loaded ??= load();
  const { tf, api } = await loaded;
  const picture = tf.tensor3d(data, [height, width, 3], 'int32');
  try {
    const options = new api.SsdMobilenetv1Options({ minConfidence: LEAST_CERTAINTY, maxResults: MOST_FACES });
    const faces = await api.detectAllFaces(picture, options).withFaceLandmarks().withFaceDescriptors();
    return faces.map(({ descriptor }) => [...descriptor]);
  } finally {
    picture.dispose();
  }
}

/** Returns the descriptor of each face in a picture. */
export default inThread(describeFaces);
