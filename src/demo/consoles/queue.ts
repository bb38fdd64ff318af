import type { HolderImport } from '../../admin/contract/holders/methods.ts';
import { callAdmin } from '../../cli/admin/client.ts';
import type { AdminClient } from '../../client/admin.ts';
import { participantsOf } from '../issuer/participants.ts';
import { type Narrator, requirePresent, type Stage } from '../narrator.ts';
import { expired, people, recordOf, type Special } from './applicants.ts';

const MDL = 'org.iso.18013.5.1';

/** This person already has the licence on a phone. */
const HOLDER = 'applicant-11';

/** Her passport has another name than the record. She was told to visit an office, and came. */
const CHALLENGED = 'applicant-01';
/** The licence ends while the request waits: a reason to reject it. */
const ENDED = 'applicant-07';
/** The photo is old: a reason to ask for a visit to an office. */
const OLD_PHOTO = 'applicant-10';

const SPECIAL: Readonly<Record<string, Special>> = {
  [OLD_PHOTO]: { portraitTime: '2013-04-09T09:20:00Z' },
};

const APPLICANTS = people().filter(({ id }) => id.startsWith('applicant-') && id !== HOLDER);

const personOf = (id: string) =>
  requirePresent(
    people().find((one) => one.id === id),
    id,
  );

interface Application {
  readonly record: HolderImport;
  readonly id: string;
}

/** Imports a record and lets a phone request its document. The proofing waits for a decision. */
async function apply(stage: Stage, tell: Narrator, desk: AdminClient['call'], holderId: string) {
  const { operator, phone, holder } = await participantsOf(stage, tell);
  const record = recordOf(holder, personOf(holderId), SPECIAL[holderId]);
  await callAdmin(operator, 'importHolders', { holders: [record] });
  await phone.register();
  const { code } = await desk('issueCode', { holderId });
  const application: Application = { record, id: await phone.proof(code) };
  return { ...application, phone };
}

/** The first one was told to visit an office, so that the console has a challenge to show. */
async function visitOffice(desk: AdminClient['call'], id: string): Promise<void> {
  const challengeDescription = 'The name in the record differs from that in the passport';
  await desk('challengeProofing', {
    id,
    detail: { physicalLocationVisit: {}, challengeDescription },
    note: 'The passport has the family name from before her marriage',
  });
  await desk('resumeProofing', {
    id,
    note: 'Came to the office with the passport and the marriage certificate',
  });
}

/** The record is imported again, as every night. Meanwhile the licence has ended. */
async function endLicence(stage: Stage, tell: Narrator): Promise<void> {
  const { holder } = await participantsOf(stage, tell);
  const record = recordOf(holder, personOf(ENDED), expired(stage.effects.clock, 2));
  await callAdmin(stage.operator, 'importHolders', { holders: [record] });
}

/** Ten people whose phones request a licence and wait for a decision. */
export async function fillQueue(stage: Stage, tell: Narrator, desk: AdminClient['call']): Promise<void> {
  tell.step(`${APPLICANTS.length} people apply for their licence, each on a phone of their own`);
  for (const { id: holderId } of APPLICANTS) {
    const { id } = await apply(stage, tell, desk, holderId);
    if (holderId === CHALLENGED) await visitOffice(desk, id);
  }
  await endLicence(stage, tell);
  const nameOf = (id: string) => `${personOf(id).given_name} ${personOf(id).family_name}`;
  tell.result(`${APPLICANTS.length} proofings wait for a decision`);
  tell.result(`the licence of ${nameOf(ENDED)} has ended, and the photo of ${nameOf(OLD_PHOTO)} is old`);
}

/** A holder whose phone has the licence. */
export async function issueLicence(stage: Stage, tell: Narrator, desk: AdminClient['call']): Promise<void> {
  const { given_name, family_name } = personOf(HOLDER);
  tell.step(`${given_name} ${family_name} has the licence on a phone already`);
  const { phone, record, id } = await apply(stage, tell, desk, HOLDER);
  await desk('acceptProofing', { id });
  await phone.provision();
  await phone.provisionMsos(5);
  tell.result(`holder ${record.id}, document number ${record.elements[MDL]?.document_number}`);
}
