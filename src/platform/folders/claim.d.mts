export interface Claim {
  /** A program that inherits this file descriptor keeps the claim for as long as it runs. Null if Node.js has no descriptor for it, as on Windows. */
  descriptor: number | null;
  release(): void;
}

export function claim(folder: string): Promise<Claim | undefined>;

export function untilReleased(folder: string): Promise<void>;
