import { callAdmin } from '../../cli/admin/client.ts';
import type { AdminClient } from '../../client/admin.ts';
import { attemptFault, type Device, findFault } from '../../wallet/index.ts';
import { participantsOf } from '../issuer/participants.ts';
import { type Narrator, requirePresent, type Stage } from '../narrator.ts';
import { people, recordOf } from './applicants.ts';
import { atDesk, type ConsoleUser } from './people.ts';

/** What happened to the request of a person, and how many days ago they came. At weekends the office is closed: they come later. */
const CAME = [
  { holderId: 'holder-12', daysAgo: 13 },
  { holderId: 'holder-13', daysAgo: 12, hasUnlockedPhone: true },
  { holderId: 'holder-14', daysAgo: 11 },
  { holderId: 'holder-15', daysAgo: 9, hasUnlockedPhone: true },
  { holderId: 'holder-16', daysAgo: 8, rejectedFor: 'The passport is that of another person' },
  { holderId: 'holder-17', daysAgo: 6 },
  { holderId: 'holder-18', daysAgo: 5, hasUnlockedPhone: true },
  { holderId: 'holder-19', daysAgo: 4 },
] as const satisfies readonly Applicant[];

interface Applicant {
  readonly holderId: string;
  readonly daysAgo: number;
  /** The phone is refused, because its boot loader is unlocked. The person locks it until the next working day. */
  readonly hasUnlockedPhone?: boolean;
  readonly rejectedFor?: string;
}

/** This phone is stolen, which the person reports at the office. */
const STOLEN = { holderId: 'holder-13', daysAgo: 4, note: 'Reported by phone, police report 4711' };

/** Phones come for new MSOs every so many days. */
const REFRESHED_AFTER = 4;

const isWeekend = (time: number) => [0, 6].includes(new Date(time).getUTCDay());

interface WithPhone {
  readonly applicant: Applicant;
  readonly phone: Device;
}

/** A request that waits for a decision until the next working day. */
interface Waiting extends WithPhone {
  readonly proofingId: string;
}

/**
 * Two weeks of the issuer: people apply, the administrator decides on the next working day, phones with a licence ask for its
 * status and come for new MSOs. Each call plays a day.
 */
export function licences(stage: Stage, administrator: ConsoleUser, tell: Narrator) {
  const coming: Applicant[] = [...CAME];
  const refused: WithPhone[] = [];
  const waiting: Waiting[] = [];
  const phones = new Map<string, Device>();
  let isStolen = false;

  async function apply(desk: AdminClient['call'], applicant: Applicant): Promise<void> {
    const { operator, phone, holder } = await participantsOf(stage, tell);
    const { holderId } = applicant;
    const person = people().find(({ id }) => id === holderId);
    const record = recordOf(holder, requirePresent(person, holderId));
    // Records come from another system, by night.
    await callAdmin(operator, 'importHolders', { holders: [record] });
    if (applicant.hasUnlockedPhone) {
      await phone.requestNonce();
      await attemptFault(phone, requirePresent(findFault('unlocked-boot-loader'), 'the fault'));
      refused.push({ applicant, phone });
    } else await sendProofing(desk, { applicant, phone });
  }

  async function sendProofing(desk: AdminClient['call'], { applicant, phone }: WithPhone): Promise<void> {
    await phone.register();
    const { code } = await desk('issueCode', { holderId: applicant.holderId });
    waiting.push({ applicant, phone, proofingId: await phone.proof(code) });
  }

  async function decide(
    desk: AdminClient['call'],
    { applicant, proofingId: id, phone }: Waiting,
  ): Promise<void> {
    const { holderId, rejectedFor: note } = applicant;
    if (note !== undefined) {
      await desk('rejectProofing', { id, detail: { primaryRejection: { evidenceMismatch: {} } }, note });
      return;
    }
    await desk('acceptProofing', { id });
    await phone.provision();
    await phone.provisionMsos(2);
    phones.set(holderId, phone);
  }

  async function reportTheft(desk: AdminClient['call']): Promise<void> {
    const { holderId, note } = STOLEN;
    const id = requirePresent(phones.get(holderId)?.state.credentialId, 'the stolen licence');
    await desk('revokeCredential', { id, reason: 'deviceStolen', note });
    phones.delete(holderId);
    isStolen = true;
  }

  return async (daysAgo: number): Promise<void> => {
    for (const [index, phone] of [...phones.values()].entries()) {
      await phone.status();
      if ((daysAgo + index) % REFRESHED_AFTER === 0) await phone.refresh(2);
    }
    const due = coming.filter((one) => one.daysAgo >= daysAgo);
    if (isWeekend(stage.effects.clock()) || due.length + refused.length + waiting.length === 0) return;
    const desk = await atDesk(stage, administrator);
    for (const one of waiting.splice(0)) await decide(desk, one);
    if (!isStolen && daysAgo <= STOLEN.daysAgo) await reportTheft(desk);
    for (const one of refused.splice(0)) await sendProofing(desk, one);
    for (const one of due) await apply(desk, one);
    coming.splice(0, due.length);
  };
}
