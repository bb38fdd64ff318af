import { setTimeout } from 'node:timers/promises';
import type { HolderImport } from '../../admin/contract/holders/methods.ts';
import { callAdmin } from '../../cli/admin/client.ts';
import { operationPath } from '../../issuer/contract/index.ts';
import {
  type Device,
  ExchangeError,
  fetchTransport,
  simulatedDevice,
  type Transport,
} from '../../wallet/index.ts';
import { StoryError } from '../narrator.ts';
import type { ServerProcess } from './processes.ts';

const PHONES = 6;

/** Between two requests of a phone, and before one is repeated, in milliseconds. */
const PAUSE = 20;

/** What an acknowledged request stored. */
interface Acknowledged {
  readonly body: string;
  readonly msos: string;
  /** As of `performance.now()`. */
  readonly at: number;
}

const MSOS = operationPath('provisionMobileSecurityObjects');
const msosIn = (text: string) => JSON.stringify(JSON.parse(text).mobileSecurityObjects);

/** Phones that fetch one MSO after the other, and repeat a request until it is answered. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  /** How often a request had no answer, or 503. */
  repeated = 0;
  readonly #issuer: { readonly baseUrl: string; readonly issuerId: string; readonly transport: Transport };
  readonly #server: ServerProcess;
  #phones: readonly Device[] = [];
  #isOver = false;
  #lives: Promise<unknown> = Promise.resolve();

  constructor(server: ServerProcess, issuerId: string) {
    this.#server = server;
    const transport: Transport = (url, body) => this.#answer(url, body);
    this.#issuer = { baseUrl: server.url, issuerId, transport };
  }

  async #answer(url: string, body: string): ReturnType<Transport> {
    for (;;) {
      try {
        const answer = await fetchTransport()(url, body);
        if (answer.status === 200 && url.endsWith(MSOS))
          this.acknowledged.push({ body, msos: msosIn(answer.text), at: performance.now() });
        if (answer.status !== 503) return answer;
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error;
      }
      this.repeated += 1;
      await setTimeout(PAUSE);
    }
  }

  async #newPhone(record: HolderImport): Promise<Device> {
    const { operator } = this.#server;
    await callAdmin(operator, 'importHolders', { holders: [record] });
    // Values in plain text, so that a repeated answer can be compared.
    const phone = simulatedDevice({ issuer: this.#issuer, encrypt: false });
    await phone.register();
    await phone.proof((await callAdmin(operator, 'issueCode', { holderId: record.id })).code);
    await phone.provision();
    await phone.provisionMsos(1);
    return phone;
  }

  async start(record: HolderImport): Promise<void> {
    const records = Array.from({ length: PHONES }, (_, index) => ({ ...record, id: `h-${index + 1}` }));
    this.#phones = await Promise.all(records.map((one) => this.#newPhone(one)));
    const live = async (phone: Device) => {
      while (!this.#isOver) {
        await phone.refresh(1);
        await setTimeout(PAUSE);
      }
    };
    this.#lives = Promise.all(this.#phones.map(live));
    // It is awaited at the end; until then, its failure must not end the process.
    this.#lives.catch(() => {});
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#lives;
  }

  /** The longest time without an acknowledged write, in seconds. */
  get longestGap(): number {
    const times = this.acknowledged.map(({ at }) => at);
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] as number))) / 1000;
  }

  /** Sends each acknowledged request again: how many of them do not get the same MSOs. */
  async lost(): Promise<number> {
    let lost = 0;
    for (const { body, msos } of this.acknowledged) {
      const { status, text } = await fetchTransport()(`${this.#server.url}${MSOS}`, body);
      if (status !== 200 || msosIn(text) !== msos) lost += 1;
    }
    if (this.acknowledged.length === 0) throw new StoryError('no request was acknowledged');
    return lost;
  }
}
