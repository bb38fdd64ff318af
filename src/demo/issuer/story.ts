import { callAdmin } from '../../cli/admin/client.ts';
import { OPERATION_NAMES, operationPath } from '../../issuer/contract/index.ts';
import { expectAllCalled, type Narrator, type Stage } from '../narrator.ts';
import { type Participants, participantsOf, type Scene } from './participants.ts';
import { expect, present } from './present.ts';
import { giveToSecondPhone, showSecondPhone } from './second-phone.ts';

const MDL = 'org.iso.18013.5.1';

const meetTheIssuer: Scene = async ({ platform, phone }, tell) => {
  tell.step('The wallet platform says hello and fetches the issuer’s keys');
  const { clientMessage } = await platform.healthCheck({ clientMessage: 'is anybody there?' });
  const { issuerIdentityCertificate } = await platform.getIdentityKey({});
  const { issuerEncryptionCertificate } = await platform.getHybridEncryptionKey({});
  tell.result(`healthCheck echoed "${clientMessage}"`);
  tell.result(
    `${issuerIdentityCertificate.length} identity certificate, encryption certificate of ${issuerEncryptionCertificate.length} characters`,
  );

  tell.step('The phone makes a credential key in its (simulated) secure hardware and registers');
  await phone.register();
  tell.result(
    'nonce used, attestation chain verified up to the sandbox root, boot state and application checked',
  );
};

async function newCode({ operator, holder }: Participants): Promise<string> {
  return (await callAdmin(operator, 'issueCode', { holderId: holder.id })).code;
}

const proofTheUser: Scene = async (cast, tell) => {
  const { operator, phone, holder } = cast;
  tell.step('The issuer imports a licence holder, portrait and all');
  const { holders } = await callAdmin(operator, 'importHolders', { holders: [holder] });
  tell.result(
    `${holders[0]?.id}: ${holders[0]?.result}; the record was checked against the document type first`,
  );

  tell.step('The user enters a code; the phone encrypts and signs it; then the user cancels');
  await phone.proof(await newCode(cast));
  expect(await phone.proofingStatus(), 'pending');
  tell.result('pending: this sandbox leaves decisions to an operator');
  await phone.cancel();
  expect(await phone.proofingStatus(), 'canceled');
  tell.result('canceled');

  tell.step('She tries again with a new code, and the operator accepts');
  const id = await phone.proof(await newCode(cast));
  await callAdmin(operator, 'acceptProofing', { id });
  expect(await phone.proofingStatus(), 'accepted');
  tell.result('accepted');
};

const putTheLicenceOnThePhone: Scene = async (cast, tell) => {
  const { phone } = cast;
  tell.step('The phone fetches the credential, sealed to a key that it signed');
  const { namespaces } = await phone.provision();
  const elements = namespaces.reduce((sum, namespace) => sum + namespace.elements.length, 0);
  tell.result(
    `${elements} elements in ${namespaces.length} namespaces, decrypted and the issuer’s signature verified`,
  );

  tell.step('It proves that it stored them and gets mobile security objects for five authentication keys');
  const count = await phone.provisionMsos(5);
  expect((await phone.status()).credentialStatus, 'active');
  tell.result(`${count} MSOs, each with salts, digest ids and a key of its own; the credential is active`);

  tell.step('At a bar: portrait, age over 21, first name, and nothing else');
  await present(cast, tell);
};

const changeTheRecord: Scene = async (cast, tell) => {
  const { operator, phone, holder } = cast;
  tell.step('The holder moves house; the issuer changes the record');
  const elements = {
    ...holder.elements,
    [MDL]: { ...holder.elements[MDL], resident_address: '7 Lighthouse Row' },
  };
  const { holders } = await callAdmin(operator, 'importHolders', { holders: [{ ...holder, elements }] });
  tell.result(`${holders[0]?.result}: ${holders[0]?.supersededCredentials} credential has a new version`);
  expect((await phone.status()).credentialStatus, 'provisionPending');
  tell.result('provisionPending: the old MSOs are revoked when the phone has new ones, or after a day');

  tell.step('The phone notices, provisions the new version, proves it and gets new MSOs');
  await phone.update(3);
  expect((await phone.status()).credentialStatus, 'active');
  tell.result('active again');
  await present(cast, tell);

  tell.step('Later it refreshes its stock');
  tell.result(`${await phone.refresh(10)} more MSOs, without another proof of provisioning`);
};

const endTheStory: Scene = async (cast, tell) => {
  const { operator, phone, holder, nextPublication } = cast;
  tell.step('The issuer revokes the licence; the phone is offline and presents it once more');
  const id = phone.state.credentialId as string;
  const { credentials } = await callAdmin(operator, 'listCredentials', {
    holderId: holder.id,
    state: 'active',
  });
  for (const one of credentials) await callAdmin(operator, 'revokeCredential', { id: one.id });
  await present(cast, tell);
  tell.result('status lists are published every hour, so that nobody can tell revocations apart by time');

  tell.step('After the next publication, the reader refuses it, from each of her phones');
  await nextPublication();
  await present(cast, tell, 'revoked');
  await showSecondPhone(cast, tell, 'revoked');

  tell.step('The phone is online again and asks');
  expect((await phone.status()).credentialStatus, 'revoked');
  tell.result('revoked, for good');

  tell.step('The phone deletes it and sends a proof of deletion');
  await phone.notifyDeleted();
  const { state } = await callAdmin(operator, 'getCredential', { id });
  expect(state, 'revoked');
  tell.result('noted; revoked stays revoked');
};

const SCENES: readonly Scene[] = [
  meetTheIssuer,
  proofTheUser,
  putTheLicenceOnThePhone,
  changeTheRecord,
  giveToSecondPhone,
  endTheStory,
];

/** Plays the whole demo; rejects if a result differs or an operation was not called. */
export async function playIssuerStory(stage: Stage, tell: Narrator): Promise<void> {
  const cast = await participantsOf(stage, tell);
  for (const scene of SCENES) await scene(cast, tell);
  expectAllCalled(OPERATION_NAMES, (name) => cast.paths.has(operationPath(name)));
  tell.step(`All ${OPERATION_NAMES.length} operations were called`);
}
