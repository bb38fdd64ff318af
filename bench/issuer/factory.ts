import { makeAttestationAuthority } from '../../src/formats/android/index.ts';
import { parseCertificate } from '../../src/formats/x509/index.ts';
import type { Tampering } from '../../src/wallet/index.ts';

type Made = Parameters<NonNullable<Tampering['chain']>>[0];
type Authority = Made['attester'];

/** The parts that another party signed for the key of one device. */
async function certify(by: Authority, spec: Made['spec']['attester'], key: Authority['key']) {
  const fields = { ...spec, issuer: by.certificate, subjectPoint: key.point };
  return parseCertificate(await makeAttestationAuthority(fields, by.key.sign));
}

/**
 * A device manufacturer: each device has its own attestation key, and one intermediate certifies all of them,
 * as with real devices.
 */
export function factory(): Pick<Tampering, 'chain'> {
  let intermediate: Promise<Authority> | undefined;
  const makeIntermediate = async ({ spec, attester: { key } }: Made): Promise<Authority> => ({
    certificate: await certify(spec.root, spec.intermediate, key),
    key,
  });
  return {
    async chain(made) {
      intermediate ??= makeIntermediate(made);
      const maker = await intermediate;
      const attester = await certify(maker, made.spec.attester, made.attester.key);
      const authorities = [attester, maker.certificate, made.spec.root.certificate];
      return [made.chain[0]!, ...authorities.map(({ der }) => der)];
    },
  };
}
