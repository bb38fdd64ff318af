import { parseCertificate } from '../formats/x509/index.ts';
import type { KeyRecord } from '../keys/key-register.ts';
import { placeDepartures } from '../keys/signer-certificate.ts';
import type { Settings } from './config/settings.ts';

/**
 * Records are checked against the settings; verifiers compare them with the document signer's certificate (ISO 18013-5
 * B.1.4). Says where the two differ, and what to do.
 */
export function placeProblems({ issuer }: Settings, records: readonly KeyRecord[]): readonly string[] {
  const signers = records.filter(
    ({ role, stage }) => role === 'documentSigner' && (stage === 'active' || stage === 'next'),
  );
  const problems = signers.flatMap(({ certificate }) =>
    placeDepartures(parseCertificate(certificate), issuer).map(
      ({ setting, certified }) =>
        `${setting}: the certificate of the document signer says ${certified}; set it to that, or start with another data folder`,
    ),
  );
  return [...new Set(problems)];
}
