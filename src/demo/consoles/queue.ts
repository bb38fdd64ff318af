import type { HolderImport } from '../../admin/contract/holders/methods.ts';
import { callAdmin } from '../../cli/admin/client.ts';
import { castOf } from '../issuer/cast.ts';
import type { Narrator, Stage } from '../stage.ts';

const MDL = 'org.iso.18013.5.1';

/** A person's given name, family name and birth date. */
type Applicant = readonly [givenName: string, familyName: string, birthDate: string];

const APPLICANTS: readonly Applicant[] = [
  ['Amara', 'Lindqvist', '1988-02-11'],
  ['Tobias', 'Ferreira', '1975-11-30'],
  ['Yuki', 'Oyelaran', '2001-06-04'],
  ['Ingrid', 'Marchetti', '1969-09-21'],
  ['Mateo', 'Kowalczyk', '1993-12-08'],
  ['Priya', 'Vandenberg', '1982-04-17'],
  ['Leif', 'Castellanos', '1998-08-25'],
  ['Noor', 'Abernathy', '1979-01-03'],
  ['Sofia', 'Okafor', '2003-10-14'],
  ['Henrik', 'Takahashi', '1990-05-29'],
];

/** This person already has the licence on a phone. */
const HOLDER: Applicant = ['Elena', 'Brandt', '1986-03-19'];

function recordOf(base: HolderImport, applicant: Applicant, index: number): HolderImport {
  const [given_name, family_name, birth_date] = applicant;
  const number = String(index + 1).padStart(2, '0');
  const personal = {
    given_name,
    family_name,
    birth_date,
    document_number: `DX00500${number}`,
    resident_address: `${200 + 7 * index} Harbor Street`,
    age_birth_year: Number(birth_date.slice(0, 4)),
  };
  return {
    ...base,
    id: `applicant-${number}`,
    elements: { ...base.elements, [MDL]: { ...base.elements[MDL], ...personal } },
  };
}

/** Imports a record and lets a phone request its document. The proofing waits for a decision. */
async function apply(stage: Stage, tell: Narrator, applicant: Applicant, index: number) {
  const { operator, phone, holder } = await castOf(stage, tell);
  const record = recordOf(holder, applicant, index);
  await callAdmin(operator, 'importHolders', { holders: [record] });
  await phone.register();
  const { code } = await callAdmin(operator, 'issueCode', { holderId: record.id });
  return { operator, phone, record, id: await phone.proof(code) };
}

/** Ten people whose phones request a licence and wait for a decision. */
export async function fillQueue(stage: Stage, tell: Narrator): Promise<void> {
  tell.step(`${APPLICANTS.length} people apply for their licence, each on a phone of their own`);
  for (const [index, applicant] of APPLICANTS.entries()) {
    const { operator, id } = await apply(stage, tell, applicant, index);
    if (index > 0) continue;
    // The first one was told to visit an office, so that the console has a challenge to show.
    await callAdmin(operator, 'challengeProofing', { id, note: 'The photo is ten years old' });
    await callAdmin(operator, 'resumeProofing', { id, note: 'Came to the office with a passport' });
  }
  tell.result(`${APPLICANTS.length} proofings wait for a decision`);
}

/** A holder whose phone has the licence. */
export async function issueLicence(stage: Stage, tell: Narrator): Promise<void> {
  const [givenName, familyName] = HOLDER;
  tell.step(`${givenName} ${familyName} has the licence on a phone already`);
  const { operator, phone, record, id } = await apply(stage, tell, HOLDER, APPLICANTS.length);
  await callAdmin(operator, 'acceptProofing', { id });
  await phone.provision();
  await phone.provisionMsos(5);
  tell.result(`holder ${record.id}, document number ${record.elements[MDL]?.document_number}`);
}
