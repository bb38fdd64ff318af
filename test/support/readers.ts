import {
  createHash,
  createPublicKey,
  type JsonWebKey,
  randomBytes,
  verify,
  X509Certificate,
} from 'node:crypto';
import { Verifier as AnimoVerifier, type MdocContext } from '@animo-id/mdoc';
import { Verifier as Auth0Verifier } from '@auth0/mdl';
import { Verifier as OwfVerifier } from '@owf/mdoc';
import { owfContext } from '../../src/demo/issuer/owf-context.ts';

export interface Presentation {
  /** DeviceResponse of ISO/IEC 18013-5. */
  readonly response: Uint8Array;
  /** SessionTranscript, encoded. */
  readonly transcript: Uint8Array;
  /** The root certificate that the reader trusts, DER. */
  readonly root: Uint8Array;
}

/** The results of the checks of a reader, which throws or names what failed. */
type Reader = (presentation: Presentation) => Promise<readonly string[]>;

type Sign1 = Parameters<MdocContext['cose']['sign1']['verify']>[0]['sign1'];

/** The cryptography that @animo-id/mdoc requires, by node:crypto. */
const animoContext = {
  ...owfContext(),
  crypto: {
    random: (length: number) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }: { digestAlgorithm: string; bytes: Uint8Array }) =>
      createHash(digestAlgorithm.replace('-', '')).update(bytes).digest(),
  },
  cose: {
    sign1: {
      verify: ({ sign1, jwk, options }: { sign1: Sign1; jwk: JsonWebKey; options?: object }) => {
        const { data, signature } = sign1.getRawVerificationData(options);
        const key = createPublicKey({ key: jwk, format: 'jwk' });
        return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
      },
    },
  },
  x509: {
    ...owfContext().x509,
    getPublicKey: ({ certificate }: { certificate: Uint8Array }) =>
      new X509Certificate(certificate).publicKey.export({ format: 'jwk' }),
    validateCertificateChain: (input: { trustedCertificates: Uint8Array[]; x5chain: Uint8Array[] }) =>
      owfContext().x509.verifyCertificateChain(input as never),
  },
} as unknown as MdocContext;

/** Readers of others, unmodified. */
export const READERS: Readonly<Record<string, Reader>> = {
  async '@owf/mdoc'({ response, transcript, root }) {
    const checks: string[] = [];
    await OwfVerifier.verifyDeviceResponse(
      {
        deviceResponse: response,
        sessionTranscript: transcript,
        trustedCertificates: [root],
        now: new Date(),
        onCheck: ({ status }) => checks.push(status),
      },
      owfContext(),
    );
    return checks;
  },
  async '@auth0/mdl'({ response, transcript, root }) {
    const checks: string[] = [];
    await new Auth0Verifier([new X509Certificate(root).toString()]).verify(Buffer.from(response), {
      encodedSessionTranscript: Buffer.from(transcript),
      onCheck: ({ status }) => checks.push(status),
    });
    return checks;
  },
  async '@animo-id/mdoc'({ response, transcript, root }) {
    const checks: string[] = [];
    await new AnimoVerifier().verifyDeviceResponse(
      {
        encodedDeviceResponse: response,
        encodedSessionTranscript: transcript,
        trustedCertificates: [root],
        now: new Date(),
        onCheck: ({ status }) => checks.push(status),
      },
      animoContext,
    );
    return checks;
  },
};
