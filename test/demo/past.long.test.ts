import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { people, recordOf } from '../../src/demo/consoles/applicants.ts';
import { freeEmail } from '../../src/demo/mediation/account.ts';
import { narrator, type Stage, setStage } from '../../src/demo/narrator.ts';
import { storiesOf, TOUR } from '../../src/demo/panels.ts';
import { readImage } from '../../src/formats/image/index.ts';
import { TEST_EFFECTS } from '../support/effects.ts';

const STORY_TIMEOUT = 180_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let stage: Stage;
let token = '';
let account = '';

beforeAll(async () => {
  const { play, ...late } = storiesOf(TOUR, true);
  stage = await setStage({ effects: TEST_EFFECTS, ...late });
  await play(
    stage,
    narrator(false, () => {}),
  );
  const { publishers } = await callAdmin(stage.operator, 'listPublishers', {});
  const { id } = publishers.find(({ displayName }) => displayName === 'Northwind Games')!;
  account = `${stage.server.url}/v1beta/accounts/${id}`;
  const scopes = ['readonly'] as const;
  token = (await callAdmin(stage.operator, 'issueToken', { publishers: [id], scopes: [...scopes] }))
    .accessToken;
}, STORY_TIMEOUT);
afterAll(() => stage?.close());

async function read(path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${account}${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several methods
  return (await answer.json()) as any;
}

const dateOf = (time: number) => {
  const [year, month, day] = new Date(time).toISOString().slice(0, 10).split('-').map(Number);
  return { year, month, day };
};

async function report(dimensions: readonly string[]) {
  const dateRange = { startDate: dateOf(Date.now() - 61 * DAY), endDate: dateOf(Date.now()) };
  const reportSpec = { dateRange, dimensions, metrics: ['ESTIMATED_EARNINGS', 'IMPRESSIONS'] };
  const messages = await read('/mediationReport:generate', { reportSpec });
  return {
    rows: messages.flatMap(({ row }: { row?: object }) => row ?? []),
    warnings: messages.at(-1).footer.warnings ?? [],
  };
}

describe('The demo is alive', () => {
  it('two months have earnings on every day, and no amount is left out', async () => {
    const { rows, warnings } = await report(['DATE']);
    expect(rows.length).toBeGreaterThanOrEqual(60);
    for (const { metricValues } of rows)
      expect(Number(metricValues.ESTIMATED_EARNINGS.microsValue)).toBeGreaterThan(100_000_000);
    expect(warnings).toEqual([]);
  });

  it('weekends earn more than other days', async () => {
    const { rows } = await report(['DATE']);
    const mean = (isWeekend: boolean) => {
      const some = rows.filter(({ dimensionValues }: { dimensionValues: { DATE: { value: string } } }) => {
        const day = dimensionValues.DATE.value.replace(/(....)(..)(..)/, '$1-$2-$3');
        return [0, 6].includes(new Date(day).getUTCDay()) === isWeekend;
      });
      return (
        some.reduce(
          (sum: number, { metricValues }: { metricValues: { IMPRESSIONS: { integerValue: string } } }) =>
            sum + Number(metricValues.IMPRESSIONS.integerValue),
          0,
        ) / some.length
      );
    };
    expect(mean(true)).toBeGreaterThan(1.15 * mean(false));
  });

  it('one experiment is decided, and one runs and has a leader', async () => {
    const { mediationGroups } = await read('/mediationGroups');
    const experiments = [];
    for (const { name } of mediationGroups) {
      const path = name.replace(/^accounts\/[^/]+/, '');
      experiments.push(...((await read(`${path}/mediationAbExperiments`)).mediationAbExperiments ?? []));
    }
    const states = experiments.map(({ state }) => state).sort();
    expect(states).toEqual(['EXPIRED', 'RUNNING']);
    for (const { variantLeader, analysis } of experiments) {
      expect(variantLeader).toBe('TREATMENT');
      expect(analysis.lift.lower).toBeGreaterThan(0);
      expect(analysis.lift.value).toBeLessThan(0.2);
    }
  });

  it('the running one has the numbers of every day before the server looks at it', async () => {
    const looks = [];
    const { mediationGroups } = await read('/mediationGroups');
    for (const { name, mediationAbExperimentState } of mediationGroups) {
      if (mediationAbExperimentState !== 'RUNNING') continue;
      const path = name.replace(/^accounts\/[^/]+/, '');
      const { mediationAbExperiments } = await read(`${path}/mediationAbExperiments`);
      for (const { state, analysis } of mediationAbExperiments) if (state === 'RUNNING') looks.push(analysis);
    }
    expect(looks).toHaveLength(1);
    expect(Number(looks[0].control.users) + Number(looks[0].treatment.users)).toBeGreaterThan(150_000);
  });

  it('its people have plain addresses, and those of a second run have a number', async () => {
    const { users } = await callAdmin(stage.operator, 'listUsers', {});
    const names = users.map(({ email }) => email).sort();
    expect(names).toEqual(['ada', 'bo', 'grace', 'mia'].map((name) => `${name}@example.com`));
    expect(await freeEmail(stage.operator, 'grace')).toBe('grace-2@example.com');
  });

  it('one waiting proofing has a reason to be rejected, and the document signer is due', async () => {
    const { proofings } = await callAdmin(stage.operator, 'listProofings', { state: 'pending' });
    const reviews = await Promise.all(
      proofings.map(({ id }) => callAdmin(stage.operator, 'getProofingReview', { id })),
    );
    const findings = reviews.flatMap((review) => review.findings.map(({ reason }) => reason));
    expect(findings).toEqual(['RECORD_INVALID']);
    const { keys } = await callAdmin(stage.operator, 'listKeys', {});
    const signer = keys.find(({ role, stage: at }) => role === 'documentSigner' && at === 'active');
    expect(Date.parse(signer!.notAfterTime) - Date.now()).toBeLessThan(30 * DAY);
  });

  it('those who wait came over two days, the first is the next to decide, and their deadlines are in the future', async () => {
    const { proofings } = await callAdmin(stage.operator, 'listProofings', {
      state: 'pending',
      orderBy: 'deadlineTime',
    });
    const { events } = await callAdmin(stage.operator, 'listEvents', {
      subject: 'proofing',
      event: 'create',
    });
    const times = proofings.map(({ createTime }) => Date.parse(createTime));
    expect(proofings.map(({ holderId }) => holderId)).toEqual(
      Array.from({ length: 10 }, (_, index) => `applicant-${String(index + 1).padStart(2, '0')}`),
    );
    expect(Date.now() - Math.min(...times)).toBeGreaterThan(40 * HOUR);
    expect(Date.now() - Math.min(...times)).toBeLessThan(48 * HOUR);
    expect(Date.now() - Math.max(...times)).toBeLessThan(HOUR);
    expect(new Set(times.map((time) => Math.floor(time / HOUR))).size).toBeGreaterThanOrEqual(8);
    for (const { id, createTime, deadlineTime } of proofings) {
      expect(Date.parse(deadlineTime!)).toBeGreaterThan(Date.now());
      expect(events.find(({ subjectId }) => subjectId === id)?.time).toBe(createTime);
      const { requests } = await callAdmin(stage.operator, 'getRequest', { id });
      const sent = requests.find(({ operation }) => operation === 'proofUser');
      expect(Math.abs(Date.parse(sent!.time) - Date.parse(createTime))).toBeLessThan(60_000);
    }
  });

  it('the person who was told to visit an office had a reason that fits her record, and came', async () => {
    const { events } = await callAdmin(stage.operator, 'listEvents', { subject: 'proofing' });
    const decided = events.filter(({ event }) => ['challenge', 'resume'].includes(event));
    expect(decided.map(({ event, holderId }) => [event, holderId])).toEqual([
      ['challenge', 'applicant-01'],
      ['resume', 'applicant-01'],
    ]);
    const [challenge, resume] = decided;
    expect(challenge).toMatchObject({
      reason: 'physicalLocationVisit',
      message: { challenged: { challengeDescription: expect.stringContaining('passport') } },
      note: expect.stringContaining('passport'),
    });
    expect(resume?.note).toContain('Came to the office with the passport');
    expect(people().find(({ id }) => id === challenge?.holderId)?.sex).toBe(2);
  });

  it('people decide, each by their own account, and say why: the admin token only sets up and imports', async () => {
    const { events } = await callAdmin(stage.operator, 'listEvents', { pageSize: 500 });
    const { users } = await callAdmin(stage.operator, 'listUsers', {});
    const grace = users.find(({ email }) => email === 'grace@example.com')!.id;
    const byGrace = events.filter(({ operatorId }) => operatorId === grace);
    const acts = (wanted: string) => byGrace.filter(({ subject, event }) => `${subject}.${event}` === wanted);
    expect(acts('proofing.accept').length).toBeGreaterThanOrEqual(8);
    expect(acts('proofing.reject')).toEqual([
      expect.objectContaining({ reason: 'evidenceMismatch', note: expect.stringContaining('passport') }),
    ]);
    expect(acts('credential.revoke')).toEqual([
      expect.objectContaining({ reason: 'deviceStolen', note: expect.stringContaining('police') }),
    ]);
    expect(acts('user.invite')).toHaveLength(1);
    const decisions = events.filter(
      ({ event, holderId }) =>
        holderId !== 'demo-holder' && ['accept', 'reject', 'challenge', 'revoke'].includes(event),
    );
    expect(decisions.filter((one) => !byGrace.includes(one))).toEqual([]);
  });

  it('the pictures of Today show two weeks: people come on working days, phones on all days, some are refused', async () => {
    const { funnel, load, refusals } = await callAdmin(stage.operator, 'getSeries', { days: 14 });
    const { proofings } = await callAdmin(stage.operator, 'listProofings', { pageSize: 100 });
    const past = proofings.filter(({ holderId }) => holderId?.startsWith('holder-'));
    expect(past.map(({ state }) => state).sort()).toEqual([...Array(7).fill('accepted'), 'rejected']);
    for (const { createTime } of past)
      expect([0, 6], createTime).not.toContain(new Date(createTime).getUTCDay());
    const today = new Date().toISOString().slice(0, 10);
    expect(funnel.days.filter(({ date }) => date < today).length).toBeGreaterThanOrEqual(6);
    const days = new Set(load.map(({ hourTime }) => hourTime.slice(0, 10)));
    expect(days.size).toBeGreaterThanOrEqual(10);
    expect(refusals.filter((one) => one.interface === 'issuer').length).toBeGreaterThanOrEqual(3);
  });

  it('a phone that was refused because its boot loader is unlocked registers on a later day', async () => {
    const { requests } = await callAdmin(stage.operator, 'listRefusedRequests', { pageSize: 100 });
    const unlocked = requests.filter(({ failedCheck }) => failedCheck === 'attestation.unlocked');
    expect(unlocked).toHaveLength(3);
    for (const { time, deviceReferenceId: id = '' } of unlocked) {
      const { registerTime = '', holderId } = await callAdmin(stage.operator, 'getDevice', { id });
      expect(holderId).toMatch(/^holder-/);
      expect(registerTime.slice(0, 10) > time.slice(0, 10), `${time} ${registerTime}`).toBe(true);
    }
  });

  it('every person has a portrait of their own, a whole baseline JPEG', () => {
    const folder = new URL('../../data/demo/portraits/', import.meta.url);
    const files = people().map(({ id }) => readFileSync(new URL(`${id}.jpg`, folder)));
    expect(people().length).toBeGreaterThanOrEqual(12);
    expect(new Set(files.map((bytes) => bytes.toString('base64'))).size).toBe(files.length);
    expect(readdirSync(folder)).toHaveLength(files.length);
    for (const bytes of files) {
      expect(readImage(bytes).type).toBe('image/jpeg');
      expect(bytes.includes(Buffer.from([0xff, 0xc0]))).toBe(true);
    }
  });

  it('an import of the people reports nothing about their portraits', async () => {
    const base = JSON.parse(readFileSync(new URL('../../data/demo/holder.json', import.meta.url), 'utf8'));
    const holders = people().map((person) => recordOf(base, person));
    const checked = await callAdmin(stage.operator, 'checkHolders', { holders });
    const findings = checked.holders.flatMap((holder) => holder.findings);
    expect(findings.filter(({ path }) => /portrait$/.test(path))).toEqual([]);
  });
});
