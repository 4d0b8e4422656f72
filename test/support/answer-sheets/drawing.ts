/** A picture of three bytes (red, green, blue) for each point. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface Ink {
  colour: readonly [number, number, number];
  /** How much of the paper it hides, 0 to 1. */
  opacity: number;
  /** How much the opacity varies from point to point, 0 to 1: pencil skips the valleys of the paper. */
  grain: number;
}

export const PRINT: Ink = { colour: [25, 25, 28], opacity: 1, grain: 0 };

type Point = readonly [x: number, y: number];

/** A raster that is drawn on in millimetres. */
export class Drawing {
  readonly raster: Raster;
  /** Points in a millimetre. */
  readonly scale: number;

  constructor(raster: Raster, scale: number) {
    this.raster = raster;
    this.scale = scale;
  }

  static blank(width: number, height: number, scale: number, [red, green, blue]: readonly [number, number, number]): Drawing {
    const raster = { width: Math.round(width * scale), height: Math.round(height * scale), data: new Uint8Array(0) };
    raster.data = new Uint8Array(raster.width * raster.height * 3);
    for (let at = 0; at < raster.data.length; at += 3) {
      raster.data[at] = red;
      raster.data[at + 1] = green;
      raster.data[at + 2] = blue;
    }
    return new Drawing(raster, scale);
  }

  copy(): Drawing {
    return new Drawing({ ...this.raster, data: this.raster.data.slice() }, this.scale);
  }

  disc(x: number, y: number, radius: number, ink: Ink): void {
    this.#paint(x - radius, y - radius, x + radius, y + radius, (px, py) => radius - Math.hypot(px - x, py - y), ink);
  }

  ring(x: number, y: number, radius: number, line: number, ink: Ink): void {
    const outer = radius + line / 2;
    this.#paint(x - outer, y - outer, x + outer, y + outer, (px, py) => line / 2 - Math.abs(Math.hypot(px - x, py - y) - radius), ink);
  }

  /** A rectangle around a centre, turned by an angle in radians. */
  box(x: number, y: number, width: number, height: number, ink: Ink, angle = 0): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const reach = angle ? Math.hypot(width, height) / 2 : 0;
    const [halfWidth, halfHeight] = [width / 2, height / 2];
    const inside = (px: number, py: number) => {
      const [dx, dy] = [px - x, py - y];
      return Math.min(halfWidth - Math.abs(dx * cos + dy * sin), halfHeight - Math.abs(dy * cos - dx * sin));
    };
    this.#paint(x - (reach || halfWidth), y - (reach || halfHeight), x + (reach || halfWidth), y + (reach || halfHeight), inside, ink);
  }

  /** One line through all points, which hides the paper no more where it crosses itself. */
  stroke(points: readonly Point[], width: number, ink: Ink): void {
    const half = width / 2;
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const inside = (px: number, py: number) => {
      let nearest = Number.POSITIVE_INFINITY;
      for (let index = 1; index < xs.length; index += 1) {
        const ax = xs[index - 1] as number;
        const ay = ys[index - 1] as number;
        const dx = (xs[index] as number) - ax;
        const dy = (ys[index] as number) - ay;
        const along = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1);
        const part = along < 0 ? 0 : along > 1 ? 1 : along;
        const ex = px - ax - part * dx;
        const ey = py - ay - part * dy;
        const far = ex * ex + ey * ey;
        if (far < nearest) nearest = far;
      }
      return half - Math.sqrt(nearest);
    };
    this.#paint(Math.min(...xs) - half, Math.min(...ys) - half, Math.max(...xs) + half, Math.max(...ys) + half, inside, ink);
  }

  /** Paints where `inside` (millimetres from the edge of the shape) is positive, with a smooth edge. */
  #paint(left: number, top: number, right: number, bottom: number, inside: (x: number, y: number) => number, ink: Ink): void {
    const { raster, scale } = this;
    const from = (edge: number) => Math.max(0, Math.floor(edge * scale) - 1);
    const lastX = Math.min(raster.width - 1, Math.ceil(right * scale) + 1);
    const lastY = Math.min(raster.height - 1, Math.ceil(bottom * scale) + 1);
    for (let y = from(top); y <= lastY; y += 1) {
      for (let x = from(left); x <= lastX; x += 1) {
        const cover = Math.min(1, inside((x + 0.5) / scale, (y + 0.5) / scale) * scale + 0.5);
        if (cover <= 0) continue;
        const hides = cover * ink.opacity * (1 - ink.grain * grainAt(x, y));
        const at = (y * raster.width + x) * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          const paper = raster.data[at + channel] ?? 0;
          raster.data[at + channel] = paper + (Math.min(paper, ink.colour[channel] ?? 0) - paper) * hides;
        }
      }
    }
  }
}

/** The grain of the paper, 0 to 1, in spots of two points. */
function grainAt(x: number, y: number): number {
  let hash = Math.imul((x >> 1) + 0x9e37, 0x85ebca6b) ^ Math.imul((y >> 1) + 0x79b9, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f);
  return ((hash ^ (hash >>> 13)) & 255) / 255;
}
