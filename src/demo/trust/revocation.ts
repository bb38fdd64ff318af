import { callAdmin } from '../../cli/admin/client.ts';
import { participantsOf } from '../issuer/participants.ts';
import { expect, present } from '../issuer/present.ts';
import type { Scene } from './scene.ts';

/** A reader refuses a revoked document after the next publication of the status list. */
export const revoke: Scene = async (stage, tell, { diptych }) => {
  const cast = await participantsOf(stage, tell);
  const { operator, phone, holder } = cast;
  tell.step('A person has a licence on the phone, and shows it; the reader fetches the status list');
  await callAdmin(operator, 'importHolders', { holders: [holder] });
  await phone.register();
  const id = await phone.proof((await callAdmin(operator, 'issueCode', { holderId: holder.id })).code);
  await callAdmin(operator, 'acceptProofing', { id });
  await phone.provision();
  await phone.provisionMsos(5);
  await present(cast, tell);

  tell.step('The issuer revokes it. Lists are published every hour, so the reader does not know yet');
  await diptych('credentials', 'revoke', phone.state.credentialId as string, '--yes');
  await present(cast, tell);

  tell.step('An hour later the next list is published, and the reader refuses the document');
  await cast.nextPublication();
  await present(cast, tell, 'revoked');
  expect((await phone.status()).credentialStatus, 'revoked');
};
