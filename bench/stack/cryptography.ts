import { createMsoTemplate, issueMso } from '../../src/formats/mdoc/index.ts';
import { measure, type Series } from '../harness/measure.ts';
import { total } from '../harness/series.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';
import { makeFixture, VALIDITY } from '../mso/fixture.ts';
import { limits } from '../mso/limits.ts';
import { primitives } from '../mso/primitives.ts';
import { sizesOf } from '../mso/sizes.ts';

const times = (count: number, series: Series): Series =>
  series.map(({ cpu, wall }) => ({ cpu: cpu * count, wall: wall * count }));

const MSOS = 2 * AUTH_KEYS;
/** Two codes and the proof of provisioning. */
const OPENED = 3;
/** The attested key, the key of each of three encrypted answers, and the proof of provisioning. */
const VERIFIED = 5;

/**
 * The least cryptography of a life and of an MSO: Node's primitives alone, each in a loop of its own. No server
 * that uses Node can take less.
 */
export async function leastCryptography(
  rounds: number,
): Promise<Readonly<Record<'lives' | 'msos' | 'credentials', Series>>> {
  const { spec, documentSigner, deviceKeys } = await makeFixture();
  const [key] = deviceKeys;
  const issue = { ...VALIDITY, devicePoint: key!.point };
  const mso = issueMso(createMsoTemplate(spec), issue, documentSigner.sign) as Uint8Array;
  const costs = await measure(primitives(sizesOf(mso, key!)), rounds);
  const { encryptedKeyAndEnvelope: msos, opening, sealing, plain: credentials } = limits(costs);
  const lives = total(
    times(MSOS, msos),
    times(OPENED, opening),
    times(VERIFIED, costs.verify),
    total(costs.agreeToSealByKeyObjects, sealing),
  );
  return { lives, msos, credentials };
}
