import { StatusError } from '../../conventions/status.ts';
import type { Passkey } from '../ports/passkeys.ts';
import type { RelyingParty } from './accepted-passkeys.ts';
import type { AssertionJson, AttestationJson } from './browser-answers.ts';

/** Loaded when it is needed first: it takes a third of a second and 25 MB, most of it for attestations. */
export const passkeyLibrary = () =>
  Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);

export const unfit = (text: string) => new StatusError('PASSKEY_UNFIT', text);

const WRONG = 'The answer of the browser is not valid: its origin, its challenge or its signature is wrong.';

const credentialOf = <Response>(id: string, response: Response) => ({
  id,
  rawId: id,
  response,
  type: 'public-key' as const,
  clientExtensionResults: {},
});

/** An attestation with certificates is refused: nobody asked for one, and checking it would fetch addresses in it. */
async function isAttested({ response }: AttestationJson): Promise<boolean> {
  const [, { decodeAttestationObject, isoBase64URL }] = await passkeyLibrary();
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('attStmt');
  return statement.get('x5c') !== undefined;
}

/** The new passkey, whose user was verified by the authenticator. @throws StatusError PASSKEY_UNFIT */
export async function verifiedRegistration(
  answer: AttestationJson,
  expectedChallenge: string,
  { domain, origins }: RelyingParty,
) {
  const [{ verifyRegistrationResponse }] = await passkeyLibrary();
  try {
    if (await isAttested(answer)) throw new Error('attested');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credentialOf(answer.id, {
        clientDataJSON: answer.response.clientDataJSON,
        attestationObject: answer.response.attestationObject,
      }),
      expectedChallenge,
      expectedOrigin: [...origins()],
      expectedRPID: domain,
      requireUserVerification: true,
    });
    if (!verified) throw new Error('not verified');
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      signCount: credential.counter,
      isDeviceBound: credentialDeviceType === 'singleDevice',
      isBackedUp: credentialBackedUp,
    };
  } catch {
    throw unfit(WRONG);
  }
}

/** Undefined if the answer does not prove that the user has the passkey and was verified by its authenticator. */
export async function verifiedAssertion(
  answer: AssertionJson,
  expectedChallenge: string,
  { domain, origins }: RelyingParty,
  { credentialId, publicKey, isDeviceBound }: Passkey,
) {
  const [{ verifyAuthenticationResponse }] = await passkeyLibrary();
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credentialOf(answer.id, { clientDataJSON, authenticatorData, signature }),
      expectedChallenge,
      expectedOrigin: [...origins()],
      expectedRPID: domain,
      // The counter is compared in the transaction that stores it.
      credential: { id: credentialId, publicKey, counter: 0 },
      requireUserVerification: true,
    });
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    // BE never changes (WebAuthn Level 3, 6.1.3).
    if (!verified || (credentialDeviceType === 'singleDevice') !== isDeviceBound) return undefined;
    return { signCount: newCounter, isBackedUp: credentialBackedUp };
  } catch {
    return undefined;
  }
}
