import type { HolderImport } from '../../../admin/holders/contract.ts';
import { callAdmin } from '../../admin/client.ts';
import { castOf } from '../issuer/cast.ts';
import type { Narrator, Stage } from '../stage.ts';

const MDL = 'org.iso.18013.5.1';

/** Given name, family name, birth date. */
const APPLICANTS = [
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
] as const;

function recordOf(base: HolderImport, index: number): HolderImport {
  const [given_name, family_name, birth_date] = APPLICANTS[index]!;
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

/** Ten people whose phones ask for a licence, and who wait for a decision. */
export async function fillQueue(stage: Stage, tell: Narrator): Promise<void> {
  tell.step(`${APPLICANTS.length} people apply for their licence, each on a phone of their own`);
  for (const [index, [givenName]] of APPLICANTS.entries()) {
    const { operator, phone, holder } = await castOf(stage, tell);
    const record = recordOf(holder, index);
    await callAdmin(operator, 'importHolders', { holders: [record] });
    await phone.register();
    const { code } = await callAdmin(operator, 'issueCode', { holderId: record.id });
    await phone.proof(code);
    // The most urgent one was asked for more already.
    if (index === 0) {
      const { proofings } = await callAdmin(operator, 'listProofings', {
        holderId: record.id,
        state: 'pending',
      });
      const [proofing] = proofings;
      if (proofing)
        await callAdmin(operator, 'challengeProofing', {
          id: proofing.id,
          note: `${givenName} visits the office`,
        });
      if (proofing) await callAdmin(operator, 'resumeProofing', { id: proofing.id });
    }
  }
  tell.result(`${APPLICANTS.length} proofings wait for a decision`);
}
