import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/conventions/errors.ts';
import { compromiseKey } from '../../src/keys/compromise.ts';
import { importSigner } from '../../src/keys/import-signer.ts';
import type { KeyRegister } from '../../src/keys/key-register.ts';
import type { KeyMaker } from '../../src/keys/make-key.ts';
import { requestSignerCertificate } from '../../src/keys/new-keys.ts';
import { startRotation } from '../../src/keys/rotation.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { authority } from './support/authority.ts';
import { activeKey } from './support/keys.ts';

const actor = { kind: 'operator', operatorId: 'operator-1', requestId: 'request-1' } as const;

/** The changes are stored, and the answers to their commits are lost. */
const withoutAnswers = (register: KeyRegister): KeyRegister => ({
  ...register,
  async write(use) {
    await register.write(use);
    throw new UnavailableError('the database did not confirm a change');
  },
});

type Change = (register: KeyRegister, maker: KeyMaker) => Promise<unknown>;

describe('If it is unknown whether a key was registered, its private key is kept', () => {
  let world: World;
  let elsewhere: ReturnType<typeof authority>;
  beforeAll(async () => {
    elsewhere = authority();
    world = await startWorld();
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    elsewhere.remove();
    await world.close();
  });

  const changes: Readonly<Record<string, Change>> = {
    'a certificate is requested': (register, maker) =>
      requestSignerCertificate(register, maker, 'documentSigner', actor),
    'a rotation starts': (register, maker) => startRotation(register, maker, 'encryption', actor),
    'a signer is imported with its key': (register, maker) =>
      importSigner(register, maker, { ...elsewhere.signer(), issuer: elsewhere.root() }, actor),
    'a compromised key is replaced': async (register, maker) => {
      const { id: keyId } = await activeKey(world, 'identity');
      await compromiseKey(register, maker, { keyId, since: world.now(), actor });
    },
  };

  it.each(Object.entries(changes))('when %s', async (_, change) => {
    const { register, maker } = world.server.context.keys;
    await expect(change(withoutAnswers(register), maker)).rejects.toThrow(UnavailableError);
    const held = new Set((await maker.custody.list()).map(({ keyId }) => keyId));
    const known = [...(await register.list()), ...(await register.requests())];
    // The root of an imported signer is not held here.
    const lost = known.filter(({ role, keyId }) => role !== 'iaca' && !held.has(keyId));
    expect(lost.map(({ keyId }) => keyId)).toEqual([]);
  });
});
