import { randomBytes } from 'node:crypto';
import { ApiError } from '../../client/errors.ts';
import { UserError } from '../../conventions/user-error.ts';
import { decodeProvisionedCredential } from '../../formats/android/index.ts';
import { encodeSessionTranscript } from '../../formats/mdoc/index.ts';
import { certificatesFromPem } from '../../formats/x509/index.ts';
import { IssuerRefusal } from '../../wallet/errors.ts';
import { callAdmin } from '../admin/client.ts';
import { describeCredential, describeProofing } from '../wallet/describe-status.ts';
import { readerProblems } from '../wallet/reader.ts';
import type { Bench } from './bench.ts';
import { Skipped, type Step } from './steps.ts';

/** The server does something else than it must. */
class Unexpected extends UserError {
  override readonly name = 'Unexpected';
}

const UNTRUSTED =
  'the server must trust the root that attests the key of the simulated phone. On a staging server, set issuer.attestation.roots to a test root of your own and name it with --root (docs/operate/staging.md), or use profile: sandbox. Never do this in production';

const register: Step<Bench>['run'] = async ({ phone }) => {
  await phone.requestNonce();
  try {
    await phone.register();
  } catch (error) {
    if (!(error instanceof IssuerRefusal) || error.operation !== 'registerDevice') throw error;
    throw new Unexpected(`${error.message}; ${UNTRUSTED}`, { cause: error });
  }
  return `${phone.state.profile} key, attested`;
};

const importHolder: Step<Bench>['run'] = async (bench) => {
  const { holder: id = '', code } = await bench.actions.issueCode!({});
  bench.holder = { id, code };
  return `${id}, with a code`;
};

const prove: Step<Bench>['run'] = async ({ phone, actions, holder }) => {
  const proofingId = await phone.proof(holder!.code);
  let status = await phone.proofingStatus();
  if (status.pending) {
    await actions.decide!({ proofingId, decision: 'accept' });
    status = await phone.proofingStatus();
  }
  if (status.accepted) return 'accepted';
  throw new Unexpected(`the proofing is ${describeProofing(status)}, not accepted`);
};

const provision: Step<Bench>['run'] = async ({ phone }) => {
  const { namespaces } = await phone.provision();
  const elements = namespaces.reduce((sum, namespace) => sum + namespace.elements.length, 0);
  const msos = await phone.provisionMsos(3);
  return `${elements} elements, ${msos} mobile security objects`;
};

async function expectStatus({ phone }: Bench, wanted: 'active' | 'revoked'): Promise<void> {
  const status = await phone.status();
  if (status.credentialStatus[wanted]) return;
  throw new Unexpected(`the credential is ${describeCredential(status)}, not ${wanted}`);
}

const refresh: Step<Bench>['run'] = async (bench) => {
  const fetched = await bench.phone.refresh(1);
  await expectStatus(bench, 'active');
  return `${fetched} more, the credential is active`;
};

/** Presents the first element to a reader that trusts these roots. Resolves to the problems that it finds. */
async function presented({ phone, connection, tls }: Bench, isListRead: boolean): Promise<readonly string[]> {
  const { keys } = await callAdmin(connection, 'listKeys', {});
  const roots = keys
    .filter(({ role }) => role === 'iaca')
    .flatMap(({ certificate }) => certificatesFromPem(certificate));
  const [namespace] = decodeProvisionedCredential(phone.state.credential!.bytes).namespaces;
  const docRequest = { [namespace!.name]: [namespace!.elements[0]!.identifier] };
  const sessionTranscript = encodeSessionTranscript({ handover: ['OpenID4VPHandover', randomBytes(32)] });
  const presentation = await phone.present({ docRequest, sessionTranscript });
  return readerProblems(presentation, { sessionTranscript, trustedRoots: roots, isListRead, tls });
}

const present: Step<Bench>['run'] = async (bench) => {
  const problems = await presented(bench, false);
  if (problems.length === 0) return 'a reader accepts it, up to the root of the issuer';
  throw new Unexpected(`a reader refuses it: ${problems.join('; ')}`);
};

function requireLists({ setting }: Bench): void {
  if (setting('issuer.status.uri') === undefined) throw new Skipped('issuer.status.uri is not set');
}

const readList: Step<Bench>['run'] = async (bench) => {
  requireLists(bench);
  const problems = await presented(bench, true);
  if (problems.length === 0) return 'the reader fetched the status list: not revoked';
  throw new Unexpected(`a reader refuses it: ${problems.join('; ')}`);
};

const revoke: Step<Bench>['run'] = async (bench) => {
  await bench.actions.revokeCredential!({ credentialId: bench.phone.state.credentialId! });
  await expectStatus(bench, 'revoked');
  return 'the phone sees it';
};

const readRevoked: Step<Bench>['run'] = async (bench) => {
  requireLists(bench);
  await callAdmin(bench.connection, 'publishStatusLists', {});
  const problems = await presented(bench, true);
  if (problems.some((problem) => problem.includes('was revoked'))) return 'the reader refuses it';
  const found = problems.length === 0 ? 'accepts it' : `finds: ${problems.join('; ')}`;
  throw new Unexpected(
    `a reader ${found}, although the lists were published; does a cache keep an older one?`,
  );
};

/** Runs after a failure too. A holder may be there although its step failed. */
const erase: Step<Bench>['run'] = async ({ actions, connection, holder }) => {
  await actions.reset!({});
  if (!holder) throw new Skipped('no test holder was made');
  const answer = await callAdmin(connection, 'getHolder', { id: holder.id }).catch((error: unknown) => error);
  if (answer instanceof ApiError && answer.status === 404) return `${holder.id} is gone`;
  throw answer instanceof Error ? answer : new Unexpected(`${holder.id} is still there`);
};

/** The life of a sandbox holder. The phone is first, because a server that refuses it should keep nothing. */
export const ISSUER_STEPS: readonly Step<Bench>[] = [
  { name: 'register a phone', run: register },
  { name: 'import a test holder', run: importHolder },
  { name: 'prove the identity', run: prove },
  { name: 'provision the credential', run: provision },
  { name: 'refresh MSOs', run: refresh },
  { name: 'present to a reader', run: present },
  { name: 'read the status list', run: readList },
  { name: 'revoke the credential', run: revoke },
  { name: 'read the revocation', run: readRevoked },
  { name: 'erase the holder', deletes: true, run: erase },
];
