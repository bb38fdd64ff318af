import { callAdmin } from '../../cli/admin/client.ts';
import type { AdminClient } from '../../client/admin.ts';
import { DAY, HOUR } from '../../conventions/time.ts';
import { participantsOf } from '../issuer/participants.ts';
import { type Moment, type Narrator, requirePresent, type Stage } from '../narrator.ts';
import { expired, people, recordOf, type Special } from './applicants.ts';
import { atDesk, type ConsoleUser } from './people.ts';

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

interface OfficeDay {
  /** When the office issued codes, in hours before the present. */
  readonly codes: number;
  /** When phones used them. */
  readonly came: readonly (readonly [holderId: string, hoursAgo: number])[];
}

const DAYS: readonly OfficeDay[] = [
  {
    codes: 47.5,
    came: [
      ['applicant-01', 46.9],
      ['applicant-02', 45.1],
      ['applicant-03', 43.2],
      ['applicant-04', 41.7],
    ],
  },
  {
    codes: 23.4,
    came: [
      ['applicant-05', 22.8],
      ['applicant-06', 21.3],
      ['applicant-07', 19.9],
      ['applicant-08', 18.2],
    ],
  },
  {
    codes: 3.1,
    came: [
      ['applicant-09', 2.6],
      ['applicant-10', 0.4],
    ],
  },
];

/** People get the code by letter, and use it on the same day. */
const CODE_SECONDS = DAY / 1000;

const AGO = { licence: 47.8, challenge: 46.7, visit: 45.4, import: 9.2 } as const;

const personOf = (id: string) =>
  requirePresent(
    people().find((one) => one.id === id),
    id,
  );

const nameOf = (id: string) => `${personOf(id).given_name} ${personOf(id).family_name}`;

async function importRecord(stage: Stage, tell: Narrator, id: string, special?: Special): Promise<void> {
  const { holder } = await participantsOf(stage, tell);
  const record = recordOf(holder, personOf(id), special);
  await callAdmin(stage.operator, 'importHolders', { holders: [record] });
}

async function apply(stage: Stage, tell: Narrator, code: string) {
  const { phone } = await participantsOf(stage, tell);
  await phone.register();
  return { phone, id: await phone.proof(code) };
}

/** A holder whose phone has the licence. */
export async function issueLicence(stage: Stage, tell: Narrator, desk: AdminClient['call']): Promise<void> {
  await importRecord(stage, tell, HOLDER);
  const { code } = await desk('issueCode', { holderId: HOLDER });
  const { phone, id } = await apply(stage, tell, code);
  await desk('acceptProofing', { id });
  await phone.provision();
  await phone.provisionMsos(5);
}

export function tellLicence(tell: Narrator): void {
  tell.step(`${nameOf(HOLDER)} has the licence on a phone already`);
  tell.result(`holder ${HOLDER}`);
}

/**
 * The last two days: one person gets the licence, and ten apply for it, each on a phone of their own, and wait for a decision. The
 * administrator signs in several times a day, because sessions end.
 */
export function lastDays(stage: Stage, administrator: ConsoleUser, tell: Narrator): readonly Moment[] {
  const codes = new Map<string, string>();
  let challenged = '';

  const atItsDesk =
    (work: (desk: AdminClient['call']) => Promise<unknown>): Moment['happen'] =>
    async () =>
      void (await work(await atDesk(stage, administrator)));

  const issueCodes = (holderIds: readonly string[]) =>
    atItsDesk(async (desk) => {
      for (const holderId of holderIds) {
        await importRecord(stage, tell, holderId, SPECIAL[holderId]);
        const { code } = await desk('issueCode', { holderId, ttlSeconds: CODE_SECONDS });
        codes.set(holderId, code);
      }
    });

  async function come(holderId: string): Promise<void> {
    const { id } = await apply(stage, tell, requirePresent(codes.get(holderId), `the code of ${holderId}`));
    if (holderId === CHALLENGED) challenged = id;
  }

  const challenge = atItsDesk((desk) => {
    const challengeDescription = 'The name in the record differs from that in the passport';
    const detail = { physicalLocationVisit: {}, challengeDescription };
    const note = 'The passport has the family name from before her marriage';
    return desk('challengeProofing', { id: challenged, detail, note });
  });

  const visitOffice = atItsDesk((desk) => {
    const note = 'Came to the office with the passport and the marriage certificate';
    return desk('resumeProofing', { id: challenged, note });
  });

  // Records are imported again every night. This licence ended yesterday.
  const present = () => stage.effects.clock() + AGO.import * HOUR;

  return [
    { hoursAgo: AGO.licence, happen: atItsDesk((desk) => issueLicence(stage, tell, desk)) },
    { hoursAgo: AGO.challenge, happen: challenge },
    { hoursAgo: AGO.visit, happen: visitOffice },
    { hoursAgo: AGO.import, happen: () => importRecord(stage, tell, ENDED, expired(present, 1)) },
    ...DAYS.flatMap((day): readonly Moment[] => [
      { hoursAgo: day.codes, happen: issueCodes(day.came.map(([holderId]) => holderId)) },
      ...day.came.map(([holderId, hoursAgo]) => ({ hoursAgo, happen: () => come(holderId) })),
    ]),
  ].toSorted((one, other) => other.hoursAgo - one.hoursAgo);
}

/** Says who waits for a decision. `hasPast`: whether they came one after the other. */
export function tellQueue(tell: Narrator, hasPast: boolean): void {
  const count = DAYS.flatMap(({ came }) => came).length;
  tell.step(
    `${hasPast ? 'In the last two days ' : ''}${count} people applied for their licence, each on a phone of their own`,
  );
  tell.result(`${count} proofings wait for a decision`);
  tell.result(`the licence of ${nameOf(ENDED)} has ended, and the photo of ${nameOf(OLD_PHOTO)} is old`);
}
