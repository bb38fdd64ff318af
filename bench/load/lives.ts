import type { Connection } from '../../src/cli/admin/connection.ts';
import { type Device, simulatedDevice } from '../../src/wallet/index.ts';
import { AUTH_KEYS, ISSUER_ID, newCode, rootsOf } from '../issuer/phone.ts';
import { type Gate, newGate } from './gate.ts';
import { adminOf, type Lane } from './lane.ts';

/** Requests from the first one of a new device to the deletion of its credential. */
export const LIFE = 15;

/** What a phone does with one document; it checks every answer, up to the root of the issuer. */
async function live(device: Device, code: string): Promise<void> {
  await device.register();
  await device.proof(code);
  await device.proofingStatus();
  await device.provision();
  await device.provisionMsos(AUTH_KEYS);
  await device.status();
  await device.refresh(AUTH_KEYS);
  await device.notifyDeleted();
}

interface Life {
  readonly connection: Connection;
  readonly newDevice: () => Device;
  readonly newHolder: () => string;
}

/** One phone after the other, each of another holder, for as long as somebody lets its requests through. */
async function liveOn({ connection, newDevice, newHolder }: Life): Promise<never> {
  for (;;) await live(newDevice(), await newCode(connection, newHolder()));
}

/** Phones at all stages of their lives, with one request each that waits to be sent. */
export interface Lives {
  /** One request of each phone; what they do with the answers is done before the next. */
  requests(): Promise<readonly Buffer[]>;
  answer(answers: readonly { readonly status: number; readonly body: Uint8Array }[]): void;
}

/** Sends what waits; for the first windows, in which phones are not at all stages yet. */
export type SendNow = (wires: readonly Buffer[]) => Promise<Parameters<Lives['answer']>[0]>;

export async function startLives(lane: Lane, phones: number, send: SendNow): Promise<Lives> {
  const connection = adminOf(lane);
  const gate: Gate = newGate();
  const issuer = { baseUrl: lane.servers[0]!.url, issuerId: ISSUER_ID, transport: gate.transport };
  const options = { issuer, trustedRoots: await rootsOf(connection) };
  let holders = 0;
  const newHolder = () => {
    holders += 1;
    return `life-${holders}`;
  };
  const life = { connection, newDevice: () => simulatedDevice(options), newHolder };
  const lives: Promise<never>[] = [];
  let taken: ReturnType<Gate['take']> = [];

  const running: Lives = {
    async requests() {
      await Promise.race([gate.whenWaiting(lives.length), ...lives]);
      taken = gate.take();
      return taken.map(({ wire }) => wire);
    },
    answer(answers) {
      taken.forEach(({ answer }, index) => {
        const { status, body } = answers[index]!;
        answer({ status, headers: {}, text: Buffer.from(body).toString('utf8') });
      });
    },
  };
  for (let stage = 0; stage < LIFE; stage++) {
    for (let phone = stage; phone < phones; phone += LIFE) lives.push(liveOn(life));
    running.answer(await send(await running.requests()));
  }
  return running;
}
