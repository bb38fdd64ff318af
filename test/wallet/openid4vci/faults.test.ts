import { describe, expect, it } from 'vitest';
import {
  attemptVciFault,
  findVciFault,
  VCI_CLAUSES,
  VCI_FAULTS,
  type VciFault,
} from '../../../src/wallet/index.ts';
import { stored } from '../../support/stored-credentials.ts';
import { useWorld } from '../../support/use-world.ts';
import type { World } from '../../support/world.ts';
import { attestingSettings, CALLBACK, newVciPhone, PLAIN } from './support.ts';

const plain = useWorld({ settings: PLAIN });
const attesting = useWorld({ settings: attestingSettings() });

type Wallet = Awaited<ReturnType<typeof newVciPhone>>;

/** A server, with an honest wallet that has a credential. */
function watchful(world: () => World) {
  let active: Promise<Wallet> | undefined;
  const begin = async () => {
    const one = await newVciPhone(world());
    await one.phone.redeem(one.code);
    await one.phone.fetch(1);
    return one;
  };
  return async ({ from, needs }: VciFault): Promise<Wallet> => {
    if (from === 'client') return newVciPhone(world(), { clientId: 'wallet-1', redirectUri: CALLBACK });
    if (from === 'offered') return newVciPhone(world(), { txCode: needs === 'txCode' });
    active ??= begin();
    return active;
  };
}

const ofPlain = watchful(plain);
const ofAttesting = watchful(attesting);

/** Faults of which an honest request is a part. */
const isHonestBefore = ({ name }: VciFault) => name.endsWith('-reused');

describe('The issuer refuses', () => {
  it.each(VCI_FAULTS.map((fault) => [fault.name, fault] as const))(
    'the fault %s of a wallet, and writes nothing',
    async (_name, fault) => {
      const isAttested = fault.needs === 'walletAttestation' || fault.needs === 'keyAttestation';
      const { phone, code, txCode } = await (isAttested ? ofAttesting : ofPlain)(fault);
      const world = isAttested ? attesting() : plain();
      const before = stored(world);
      const { refusal, correct } = await attemptVciFault(phone, fault, { code, txCode });
      expect(refusal).toMatchObject(fault.expected);
      expect(correct).toBe(true);
      if (!isHonestBefore(fault)) expect(stored(world)).toEqual(before);
      expect(world.log.join('')).not.toContain(code);
    },
  );
});

describe('The table of faults of wallets by OpenID4VCI', () => {
  it('names at least forty, each once, with a clause and a module at most once', () => {
    expect(VCI_FAULTS.length).toBeGreaterThanOrEqual(40);
    expect(VCI_FAULTS.every((fault) => findVciFault(fault.name) === fault)).toBe(true);
    expect(VCI_FAULTS.filter(({ clause }) => !Object.hasOwn(VCI_CLAUSES, clause))).toEqual([]);
    const modules = VCI_FAULTS.flatMap(({ module = [] }) => module);
    expect(new Set(modules).size).toBe(modules.length);
  });

  it('expects the error that the clause names', () => {
    const others = VCI_FAULTS.filter(({ clause, expected }) => {
      const { reason = expected.error } = VCI_CLAUSES[clause] ?? {};
      return reason !== expected.error;
    });
    // Errors of RFC 6749 that a pushed request has besides invalid_request.
    expect(others.map(({ name }) => name)).toEqual([
      'par-response-type-token',
      'par-response-type-id-token',
      'par-scope-unknown',
    ]);
  });

  it('reports a fault that the issuer does not detect', async () => {
    const fault = findVciFault('client-attestation-missing');
    const { phone, code, txCode } = await newVciPhone(plain());
    if (fault === undefined) throw new Error('there is no such fault');
    expect(await attemptVciFault(phone, fault, { code, txCode })).toEqual({ correct: false });
  });
});
