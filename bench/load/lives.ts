import type { Connection } from '../../src/cli/admin/connection.ts';
import { type Device, simulatedDevice } from '../../src/wallet/index.ts';
import { AUTH_KEYS, ISSUER_ID, newCode, rootsOf } from '../issuer/phone.ts';
import { type Gate, newGate } from './gate.ts';
import { adminOf, type Lane } from './lane.ts';

/** Number of requests from the registration of a new device to the deletion of its credential. */
export const LIFE = 15;

/** The requests of a phone for one document. The phone verifies every answer, up to the issuer's root certificate. */
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

/** Simulates one phone after the other, each of a different holder, as long as the gate lets requests through. */
async function liveOn({ connection, newDevice, newHolder }: Life): Promise<never> {
  for (;;) await live(newDevice(), await newCode(connection, newHolder()));
}

/** Phones at different stages of their lives, each with one request that is ready to be sent. */
export interface Lives {
  /** Returns one request of each phone. The phones process the previous answers first. */
  requests(): Promise<readonly Buffer[]>;
  answer(answers: readonly { readonly status: number; readonly body: Uint8Array }[]): void;
}

/** Sends the waiting requests. Used before measuring, until the phones are at different stages. */
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
