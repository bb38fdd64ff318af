import { join } from 'node:path';
import { shellWord } from '../server/process/own-command.ts';
import { DAYS_OF_PAST, playPast } from './consoles/play-past.ts';
import { playConsolesStory } from './consoles/story.ts';
import { playIssuerStory } from './issuer/story.ts';
import { DISCOVERY_PATH } from './mediation/discovery.ts';
import { DAYS_OF_STORY } from './mediation/leader.ts';
import { playMediationStory } from './mediation/story.ts';
import type { Narrator, Stage } from './narrator.ts';
import { playTrustStory } from './trust/story.ts';

/** What to try after a part of the demo: labels, and addresses to open or commands to paste. */
interface Next {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
}

type Play = (stage: Stage, tell: Narrator) => Promise<Next>;

interface Panel {
  readonly title: string;
  /** Number of days and of hours that pass in the story. */
  readonly days: number;
  readonly hours: number;
  /** What happened in the weeks before, and how the story goes on from there. `days` are left for the other stories. */
  readonly before?: (stage: Stage, days: number) => Promise<Play>;
  readonly play: Play;
}

function openConsoles({ operators, mediation }: Awaited<ReturnType<typeof playConsolesStory>>): Next {
  const signIn = (label: string, { user, address }: typeof operators): Next['rows'] => [
    [label, address],
    ['', `signs you in once, for 5 minutes; later ${user.email}, password ${user.password}`],
  ];
  return {
    title: 'Open the consoles',
    rows: [...signIn('operators', operators), ...signIn('mediation', mediation)],
  };
}

export const PANELS = {
  issuer: {
    title: 'The issuer panel: a driving licence comes to a phone',
    days: 0,
    hours: 1,
    async play(stage, tell) {
      await playIssuerStory(stage, tell);
      const { url } = stage.server;
      const data = `--data ${shellWord(stage.folder)}`;
      const state = `--state ${shellWord(join(stage.folder, 'phone.json'))}`;
      const code = `$(diptych codes issue --holder demo-holder ${data} | head -1)`;
      return {
        title: 'Get a licence with the simulated phone',
        rows: [
          ['1', `diptych wallet register --server ${url} ${state}`],
          ['2', `diptych wallet proof --code ${code} ${state}`],
          ['3', `diptych proofings accept ID ${data}`],
          ['', 'ID is that of the proofing, which 2 prints; or accept it in the operators’ console'],
          ['4', `diptych wallet provision ${state}`],
          ['5', `diptych wallet present --elements age_over_21,portrait ${state}`],
          ['methods', `${url}/docs/api`],
        ],
      };
    },
  },
  mediation: {
    title: 'The mediation panel: an ad-ops engineer sets up a game',
    days: DAYS_OF_STORY,
    hours: 0,
    async play(stage, tell) {
      const { publisherId, engineer } = await playMediationStory(stage, tell);
      const { url } = stage.server;
      const token = `diptych token --publisher ${publisherId} --scope readonly --data ${shellWord(stage.folder)}`;
      const groups = `${url}/v1beta/accounts/${publisherId}/mediationGroups`;
      return {
        title: 'Call the mediation API',
        rows: [
          ['groups', `curl -H "Authorization: Bearer $(${token})" ${groups}`],
          ['discovery', `${url}${DISCOVERY_PATH}`],
          ['user', `${engineer.email}, password ${engineer.password}`],
        ],
      };
    },
  },
  consoles: {
    title: 'The consoles: see it and decide, in a browser',
    days: DAYS_OF_PAST,
    hours: 0,
    async before(stage, days) {
      const past = await playPast(stage, days);
      return async (...story) => openConsoles(await playConsolesStory(...story, past));
    },
    play: async (...story) => openConsoles(await playConsolesStory(...story)),
  },
  trust: {
    title: 'Trust: a revocation, an erasure, a lost machine, a stolen key',
    days: 0,
    hours: 1,
    async play(stage, tell) {
      await playTrustStory(stage, tell);
      const data = `--data ${shellWord(stage.folder)}`;
      return {
        title: 'Look at what an auditor asks for',
        rows: [
          ['audit log', `diptych events verify ${data}`],
          ['lists', `diptych status-lists list ${data}`],
          ['drill', `diptych keys drill statusSigner ${data}`],
        ],
      };
    },
  },
} as const satisfies Record<string, Panel>;

export type PanelName = keyof typeof PANELS;

/** The stories of panels in their order, and how late the clock has to start for them. */
export function storiesOf(names: readonly PanelName[], hasPast: boolean) {
  const panels: readonly Panel[] = names.map((name) => PANELS[name]);
  const daysOf = (counted: readonly Panel[]) => Math.max(0, ...counted.map(({ days }) => days));
  const others = daysOf(panels.filter(({ before }) => !before));
  return {
    daysBehind: hasPast ? daysOf(panels) : others,
    hoursBehind: panels.reduce((sum, { hours }) => sum + hours, 0),
    /** Plays them. What happened in the weeks before any of them comes first. */
    async play(stage: Stage, tell: Narrator): Promise<readonly Next[]> {
      const plays: Play[] = [];
      for (const { before, play } of panels)
        plays.push(hasPast && before ? await before(stage, others) : play);
      const next: Next[] = [];
      for (const [index, { title }] of panels.entries()) {
        tell.chapter(title);
        next.push(await plays[index]!(stage, tell));
      }
      return next;
    },
  };
}

/** The tour. It leaves out what takes half a minute. */
export const TOUR: readonly PanelName[] = ['issuer', 'mediation', 'consoles'];
