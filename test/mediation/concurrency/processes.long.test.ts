import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { halfDone } from '../../support/crash-invariants.ts';
import { DATABASE } from '../../support/database-of.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { NOTHING_HALF_DONE } from './support/invariants.ts';
import {
  ACCOUNT,
  type Answer,
  adUnit,
  experimentBody,
  liveLine,
  type MediationClient,
  MINE,
  mappingBody,
  newGroupBody,
  type Processes,
  startProcesses,
} from './support/processes.ts';

/** SQLite: processes on one machine. PostgreSQL: processes as on several machines. */
const COUNT = DATABASE === 'postgres' ? 3 : 2;

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses(COUNT);
}, HOOK_TIMEOUT);
afterAll(() => processes.close());

const GROUPS = `${ACCOUNT}/mediationGroups`;

const newGroup = async () => {
  const [client] = processes.clients as [MediationClient];
  return (await client('POST', GROUPS, { body: newGroupBody('Group') })).body;
};

/** Sends all requests at once, alternating between the processes. */
async function atOnce(count: number, send: (client: MediationClient, index: number) => Promise<Answer>) {
  const { clients } = processes;
  return Promise.all(
    Array.from({ length: count }, (_, index) => send(clients[index % COUNT] as MediationClient, index)),
  );
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();
const done = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

/** Expects that all processes return the same resource. */
async function shown(name: string) {
  const [first, ...others] = await Promise.all(processes.clients.map((client) => client('GET', name)));
  for (const other of others) expect(other.body).toEqual(first?.body);
  return first?.body;
}

async function trail(resource: string) {
  const [{ connection }] = processes.servers as [ServerProcess];
  return (await callAdmin(connection, 'listChanges', { id: MINE, resource, pageSize: 1000 })).changes;
}

const lineNames = (group: { mediationGroupLines: Record<string, { displayName: string }> }) =>
  Object.values(group.mediationGroupLines).map(({ displayName }) => displayName);

describe(`${COUNT} server processes that share one database`, () => {
  it('50 concurrent patches that each add a line give 50 lines and 50 entries in the audit log', async () => {
    const { name } = await newGroup();
    const answers = await atOnce(50, (client, index) =>
      client('PATCH', name, {
        query: { updateMask: 'mediationGroupLines["-1"]' },
        body: { mediationGroupLines: { '-1': liveLine(`Line ${index}`) } },
      }),
    );
    expect(statuses(answers)).toEqual(Array(50).fill(200));
    const group = await shown(name);
    const names = Array.from({ length: 50 }, (_, index) => `Line ${index}`);
    expect(lineNames(group).toSorted()).toEqual(['AdMob Network', 'First', ...names].toSorted());
    expect(new Set(answers.map(({ body }) => body.etag)).size).toBe(50);
    const changes = await trail(name);
    expect(changes).toHaveLength(51);
    for (const [index, { before }] of changes.entries()) expect(before).toEqual(changes[index - 1]?.after);
    expect(changes.at(-1)?.after).toEqual(group);
  });

  it('of 20 concurrent experiments for one group exactly one succeeds', async () => {
    const { name } = await newGroup();
    const answers = await atOnce(20, (client) =>
      client('POST', `${name}/mediationAbExperiments`, { body: experimentBody }),
    );
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(400)]);
    const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body.error.status);
    expect(new Set(refused)).toEqual(new Set(['FAILED_PRECONDITION']));
    const [created] = done(answers);
    expect(await trail(created?.body.name)).toHaveLength(1);
  });

  it('of 20 concurrent stops of one experiment, with both choices, exactly one succeeds', async () => {
    const { name } = await newGroup();
    const [client] = processes.clients as [MediationClient];
    await client('POST', `${name}/mediationAbExperiments`, { body: experimentBody });
    const answers = await atOnce(20, (to, index) =>
      to('POST', `${name}/mediationAbExperiments:stop`, {
        body: { variantChoice: index % 4 < 2 ? 'VARIANT_CHOICE_A' : 'VARIANT_CHOICE_B' },
      }),
    );
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(400)]);
    const { mediationAbExperimentState, mediationGroupLines } = await shown(name);
    expect(mediationAbExperimentState).toBe('NOT_RUNNING');
    const left = lineNames({ mediationGroupLines }).toSorted();
    expect([['AdMob Network', 'First'], ['Treatment']]).toContainEqual(left);
  });

  it('of 20 concurrent patches with the same etag in If-Match exactly one succeeds', async () => {
    const { name, etag } = await newGroup();
    const answers = await atOnce(20, (client, index) =>
      client('PATCH', name, {
        ifMatch: etag,
        query: { updateMask: 'targeting.adUnitIds' },
        body: { targeting: { adUnitIds: [adUnit(100 + index)] } },
      }),
    );
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(412)]);
    const [winner] = done(answers);
    expect(await shown(name)).toEqual(winner?.body);
    expect(await trail(name)).toHaveLength(2);
  });

  it('patches that were refused for an old etag succeed one by one with the new one', async () => {
    const { name } = await newGroup();
    const answers = await atOnce(10, async (client, index) => {
      for (;;) {
        const { body } = await client('GET', name);
        const answer = await client('PATCH', name, {
          ifMatch: body.etag,
          query: { updateMask: 'mediationGroupLines["-1"]' },
          body: { mediationGroupLines: { '-1': liveLine(`Line ${index}`) } },
        });
        if (answer.status !== 412) return answer;
      }
    });
    expect(statuses(answers)).toEqual(Array(10).fill(200));
    expect(new Set(lineNames(await shown(name))).size).toBe(12);
  });

  it('concurrent patches of different members of one line are all kept', async () => {
    const { name, mediationGroupLines } = await newGroup();
    const [[id]] = Object.entries(mediationGroupLines) as [[string, object]];
    const changes = { state: 'DISABLED', displayName: 'Renamed', cpmMicros: '70000' };
    const answers = await atOnce(3, (client, index) => {
      const [member, value] = Object.entries(changes)[index] as [string, string];
      return client('PATCH', name, {
        query: { updateMask: `mediationGroupLines["${id}"].${member}` },
        body: { mediationGroupLines: { [id]: { [member]: value } } },
      });
    });
    expect(statuses(answers)).toEqual([200, 200, 200]);
    expect((await shown(name)).mediationGroupLines[id]).toMatchObject(changes);
  });

  it('patches of a line after its removal are refused', async () => {
    const { name, mediationGroupLines } = await newGroup();
    const [[id]] = Object.entries(mediationGroupLines) as [[string, object]];
    const answers = await atOnce(12, (client, index) => {
      const change = index === 5 ? { state: 'REMOVED' } : { cpmMicros: String(20_000 + index) };
      return client('PATCH', name, {
        query: { updateMask: `mediationGroupLines["${id}"]` },
        body: { mediationGroupLines: { [id]: change } },
      });
    });
    expect(answers[5]?.status).toBe(200);
    for (const { status } of answers) expect([200, 400]).toContain(status);
    expect((await shown(name)).mediationGroupLines).not.toHaveProperty([id]);
  });

  it('concurrent batches of mappings never share an id', async () => {
    const requests = Array.from({ length: 50 }, (_, index) => ({
      parent: `${ACCOUNT}/adUnits/0000000001`,
      adUnitMapping: mappingBody(`Mapping ${index}`),
    }));
    const answers = await atOnce(8, (client) =>
      client('POST', `${ACCOUNT}/adUnitMappings:batchCreate`, { body: { requests } }),
    );
    expect(statuses(answers)).toEqual(Array(8).fill(200));
    const names = answers.flatMap(({ body }) => body.adUnitMappings.map((one: { name: string }) => one.name));
    expect(new Set(names).size).toBe(400);
  });

  it('concurrently created groups and lines never share an id', async () => {
    const answers = await atOnce(60, (client) => client('POST', GROUPS, { body: newGroupBody('Group') }));
    expect(statuses(answers)).toEqual(Array(60).fill(200));
    expect(new Set(answers.map(({ body }) => body.name)).size).toBe(60);
    const lines = answers.flatMap(({ body }) => Object.keys(body.mediationGroupLines));
    expect(new Set(lines).size).toBe(120);
  });

  it('concurrent requests leave nothing half done', () => {
    expect(halfDone(`${processes.folder}/diptych.sqlite`, NOTHING_HALF_DONE)).toEqual([]);
  });
});
