import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type ServiceProcess, type Settings, startService } from '../bench/service-process.ts';

const STARTS = 20;
const BETWEEN_STARTS_MS = 500;

/** The service under test, which is started again whenever the run kills it. */
export class CrashingService {
  readonly #settings: Settings;
  readonly url: string;
  /** Descriptions of the times that the service ended by itself. */
  readonly ends: string[] = [];
  #process: ServiceProcess | undefined;
  #isKilled = false;

  private constructor(settings: Settings, port: number) {
    this.#settings = { ...settings, PORT: String(port) };
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(settings: Settings): Promise<CrashingService> {
    const service = new CrashingService(settings, await freePort());
    await service.#start();
    return service;
  }

  /** Starts the service. A start may fail while the database recovers, as it may under a supervisor, and is then repeated. */
  async #start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        this.#process = await startService(this.#settings);
        break;
      } catch (error) {
        if (attempt === STARTS) throw error;
        await pause(BETWEEN_STARTS_MS);
      }
    }
    this.#isKilled = false;
    this.#process.child.once('exit', (code, signal) => {
      if (!this.#isKilled) this.ends.push(`the service ended by itself: ${signal ?? code}`);
    });
  }

  async killAndStart(): Promise<void> {
    const { child } = this.#process as ServiceProcess;
    this.#isKilled = true;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await this.#start();
  }

  /** Connects to the service's database. The embedded one has another port after each start. */
  async connect(): Promise<pg.Pool> {
    const pool = new pg.Pool({ connectionString: this.#settings.DATABASE_URL ?? (await this.#embeddedUrl()), max: 2 });
    pool.on('error', () => {});
    return pool;
  }

  async #embeddedUrl(): Promise<string> {
    const folder = join(this.#settings.DATA_DIR, 'postgres');
    const [password, status] = await Promise.all([readFile(join(folder, 'password'), 'utf8'), readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')]);
    return `postgres://postgres:${password}@127.0.0.1:${status.split('\n')[3]}/postgres`;
  }

  async stop(): Promise<void> {
    this.#isKilled = true;
    await this.#process?.stop();
  }
}
