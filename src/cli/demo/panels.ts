import { relative } from 'node:path';
import { playConsolesStory } from './consoles/story.ts';
import { playIssuerStory } from './issuer/story.ts';
import { DISCOVERY_PATH } from './mediation/discovery.ts';
import { playMediationStory } from './mediation/story.ts';
import type { Narrator, Stage } from './stage.ts';

/** Quotes a text for a shell. */
const shellWord = (text: string) =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that runs this program. In a clone it is the file itself, because npx would build it first. */
function ownCommand(script = process.argv[1] ?? '', folder = process.cwd()): string {
  return script.endsWith('.js') ? `node ${shellWord(relative(folder, script))}` : 'npx diptych';
}

/** Results of the demo and how to use them, as labels and texts. */
type Farewell = readonly (readonly [string, string])[];

interface Panel {
  readonly title: string;
  play(stage: Stage, tell: Narrator): Promise<Farewell>;
}

export const PANELS = {
  issuer: {
    title: 'The issuer panel: a driving licence comes to a phone',
    async play(stage, tell) {
      await playIssuerStory(stage, tell);
      const { url } = stage.server;
      const data = `--data ${shellWord(stage.folder)}`;
      return [
        ['issuer panel', `${url}/v1/vdc/`],
        ['its description', `${url}/openapi/issuer.json`],
        ['look around', `${ownCommand()} credentials list ${data}`],
        ['', `${ownCommand()} codes issue --holder demo-holder ${data}`],
        ['', `${ownCommand()} wallet register --server ${url}`],
      ];
    },
  },
  mediation: {
    title: 'The mediation panel: an ad-ops engineer sets up a game',
    async play(stage, tell) {
      const { publisherId, engineer } = await playMediationStory(stage, tell);
      const { url } = stage.server;
      const token = `${ownCommand()} token --publisher ${publisherId} --scope readonly --data ${shellWord(stage.folder)}`;
      const groups = `${url}/v1beta/accounts/${publisherId}/mediationGroups`;
      return [
        ['mediation panel', `${url}/v1beta/accounts/${publisherId}/`],
        ['its description', `${url}/openapi/mediation.json`],
        ['', `${url}${DISCOVERY_PATH}`],
        ['sign in as', `${engineer.email}, password ${engineer.password}`],
        ['look around', `curl -H "Authorization: Bearer $(${token})" ${groups}`],
      ];
    },
  },
  consoles: {
    title: 'The consoles: see it and decide, in a browser',
    async play(stage, tell) {
      const { operators, mediation } = await playConsolesStory(stage, tell);
      const signIn = ({ user }: typeof operators) => `${user.email}, password ${user.password}`;
      return [
        ['operators', operators.address],
        ['', `works once, for 5 minutes; later sign in as ${signIn(operators)}`],
        ['mediation', mediation.address],
        ['', `works once, for 5 minutes; later sign in as ${signIn(mediation)}`],
      ];
    },
  },
} as const satisfies Record<string, Panel>;

export type PanelName = keyof typeof PANELS;
export const PANEL_NAMES = Object.keys(PANELS) as readonly PanelName[];
