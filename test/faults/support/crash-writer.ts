import { expect } from 'vitest';
import {
  ACCOUNT,
  type Answer,
  adUnit,
  type Call,
  experimentBody,
  liveLine,
  type MediationClient,
  mappingBody,
  newGroupBody,
} from '../../mediation/concurrency/support/processes.ts';

/** Maximum number of resources that one writer creates. */
const MOST_GROUPS = 3;

// biome-ignore lint/suspicious/noExplicitAny: resources of several kinds
type Resource = any;

export interface CrashWriterOptions {
  readonly number: number;
  readonly random: () => number;
  readonly client: () => MediationClient;
}

/** No answer, or only the answer that the server is unavailable: the change may or may not have been made. */
class Unanswered extends Error {}

/**
 * A client that changes its own groups on a server that may be killed at any moment, and remembers the
 * answers.
 */
export class CrashWriter {
  readonly #options: CrashWriterOptions;
  /** The groups of this client, as it last read them. */
  #groups: Resource[] = [];
  #changes = 0;
  /** Writes in the order in which they were sent, with their answers. */
  sent = 0;
  acknowledged: Resource[] = [];
  /** Number of answered writes. One answer may contain several resources. */
  answered = 0;
  /** How often the server answered that it is unavailable. */
  unavailable = 0;

  constructor(options: CrashWriterOptions) {
    this.#options = options;
  }

  async liveUntilUnanswered(goesOn = () => true): Promise<void> {
    try {
      this.#groups = await this.readGroups();
      while (goesOn()) await this.#step();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
    }
  }

  async readGroups(): Promise<Resource[]> {
    const filter = `IN(DISPLAY_NAME, "${this.#name}")`;
    const { status, body } = await this.#send('GET', `${ACCOUNT}/mediationGroups`, { query: { filter } });
    expect(status).toBe(200);
    const groups: Resource[] = body.mediationGroups ?? [];
    // Only groups in lists have ad units in their targeting, so they are removed before groups are compared.
    return groups.map(({ targeting: { adUnits: _, ...targeting }, ...group }) => ({ ...group, targeting }));
  }

  get #name() {
    return `Writer ${this.#options.number}`;
  }

  async #send(method: string, path: string, call?: Call): Promise<Answer> {
    const answer = await this.#options
      .client()(method, path, call)
      .catch(() => undefined);
    if (answer?.status === 503) {
      expect(answer.body.error).toMatchObject({ code: 503, status: 'UNAVAILABLE' });
      this.unavailable += 1;
    }
    if (answer === undefined || answer.status === 503) throw new Unanswered();
    return answer;
  }

  /** A write that must succeed, because no other client changes these groups. */
  async #write(method: string, path: string, call: Call): Promise<Resource> {
    this.sent += 1;
    const { status, body } = await this.#send(method, path, call);
    expect(status, JSON.stringify(body)).toBe(200);
    this.answered += 1;
    this.acknowledged.push(...(body.adUnitMappings ?? [body]));
    return body;
  }

  async #step(): Promise<void> {
    const { random } = this.#options;
    this.#changes += 1;
    if (this.#groups.length < MOST_GROUPS && random() < 0.2) return this.#create();
    if (this.#groups.length === 0 || random() < 0.1) return this.#map();
    const index = Math.floor(random() * this.#groups.length);
    const group = this.#groups[index];
    const dice = random();
    if (dice < 0.2) this.#groups[index] = await this.#experiment(group);
    else if (dice < 0.5) this.#groups[index] = await this.#line(group);
    else this.#groups[index] = await this.#change(group);
  }

  async #create(): Promise<void> {
    const body = newGroupBody(this.#name);
    this.#groups.push(await this.#write('POST', `${ACCOUNT}/mediationGroups`, { body }));
  }

  async #map(): Promise<void> {
    const parent = `${ACCOUNT}/adUnits/0000000001`;
    const adUnitMapping = mappingBody(`${this.#name}, ${this.#changes}`);
    if (this.#changes % 2 === 0) {
      await this.#write('POST', `${parent}/adUnitMappings`, { body: adUnitMapping });
    } else {
      const requests = Array(5).fill({ parent, adUnitMapping });
      await this.#write('POST', `${ACCOUNT}/adUnitMappings:batchCreate`, { body: { requests } });
    }
  }

  /** Starts an experiment, or stops the running one. Either changes the group. */
  async #experiment({ name, mediationAbExperimentState }: Resource): Promise<Resource> {
    const path = `${name}/mediationAbExperiments`;
    if (mediationAbExperimentState === 'RUNNING') {
      const variantChoice = this.#changes % 2 === 0 ? 'VARIANT_CHOICE_A' : 'VARIANT_CHOICE_B';
      await this.#write('POST', `${path}:stop`, { body: { variantChoice } });
    } else {
      await this.#write('POST', path, { body: experimentBody });
    }
    return (await this.#send('GET', name)).body;
  }

  /** Adds lines while there are few, removes one otherwise. */
  #line({ name, mediationGroupLines = {} }: Resource): Promise<Resource> {
    const ids = Object.keys(mediationGroupLines);
    const [change, updateMask] =
      ids.length < 8
        ? [
            { '-1': liveLine('A line'), '-2': liveLine('Another') },
            'mediationGroupLines["-1"],mediationGroupLines["-2"]',
          ]
        : [{ [ids[0] as string]: { state: 'REMOVED' } }, `mediationGroupLines["${ids[0]}"].state`];
    return this.#write('PATCH', name, { query: { updateMask }, body: { mediationGroupLines: change } });
  }

  /** Patches the ad units and the names of all lines in one request. */
  #change({ name, mediationGroupLines = {} }: Resource): Promise<Resource> {
    const ids = Object.keys(mediationGroupLines);
    const displayName = `Change ${this.#changes}`;
    const paths = ids.map((id) => `mediationGroupLines["${id}"].displayName`);
    return this.#write('PATCH', name, {
      query: { updateMask: ['targeting.adUnitIds', ...paths].join() },
      body: {
        targeting: { adUnitIds: [adUnit(this.#changes), adUnit(this.#changes + 1)] },
        mediationGroupLines: Object.fromEntries(ids.map((id) => [id, { displayName }])),
      },
    });
  }
}
