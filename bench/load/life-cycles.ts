import { simulatedDevice, type Transport } from '../../src/wallet/index.ts';
import { AUTH_KEYS, ISSUER_ID, newCode, rootsOf } from '../issuer/phone.ts';
import { type Gate, newGate } from './request-gate.ts';
import { adminOf, type Lane } from './server-group.ts';

/** The requests of one phone from its registration to the deletion of its credential. */
export interface Life {
  /** Number of requests. */
  readonly stages: number;
  /** Lives once, as a new phone. The phone verifies every answer, up to the issuer's root certificate. */
  readonly live: (transport: Transport) => Promise<void>;
}

/** Number of requests from the registration of a new device to the deletion of its credential. */
export const LIFE = 15;

/** Simulated phones, each of a different holder. */
export async function lifeOn(lane: Lane): Promise<Life> {
  const connection = adminOf(lane);
  const baseUrl = lane.servers[0]!.url;
  const trustedRoots = await rootsOf(connection);
  let holders = 0;
  return {
    stages: LIFE,
    async live(transport) {
      holders += 1;
      const code = await newCode(connection, `life-${holders}`);
      const device = simulatedDevice({ issuer: { baseUrl, issuerId: ISSUER_ID, transport }, trustedRoots });
      await device.register();
      await device.proof(code);
      await device.proofingStatus();
      await device.provision();
      await device.provisionMsos(AUTH_KEYS);
      await device.status();
      await device.refresh(AUTH_KEYS);
      await device.notifyDeleted();
    },
  };
}

/** Lives again and again, as long as the gate lets requests through. */
async function liveOn({ live }: Life, { transport }: Gate): Promise<never> {
  for (;;) await live(transport);
}

/** Phones at different stages of their lives, each with one request that is ready to be sent. */
export interface Lives {
  /** Returns one request of each phone. The phones process the previous answers first. */
  requests(): Promise<readonly Buffer[]>;
  answer(answers: readonly { readonly status: number; readonly body: Uint8Array }[]): void;
}

/** Sends the waiting requests. Used before measuring, until the phones are at different stages. */
export type SendNow = (wires: readonly Buffer[]) => Promise<Parameters<Lives['answer']>[0]>;

export async function startLives(life: Life, phones: number, send: SendNow): Promise<Lives> {
  const gate = newGate();
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
  for (let stage = 0; stage < life.stages; stage++) {
    for (let phone = stage; phone < phones; phone += life.stages) lives.push(liveOn(life, gate));
    running.answer(await send(await running.requests()));
  }
  return running;
}
