/** The commands of the program, by their first word. */
export const COMMAND_NAMES = [
  'serve',
  'init',
  'doctor',
  'config',
  'migrate',
  'db',
  'backup',
  'restore',
  'demo',
  'holders',
  'codes',
  'proofings',
  'credentials',
  'devices',
  'notifications',
  'events',
  'seals',
  'approvals',
  'status',
  'refusals',
  'counts',
  'explain',
  'policy',
  'keys',
  'holds',
  'status-lists',
  'publishers',
  'catalogue',
  'mediation',
  'users',
  'oauth',
  'token',
  'completion',
  'console',
  'break-glass',
  'login',
  'logout',
  'contexts',
  'whoami',
  'check',
  'conformance',
  'wallet',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** A command in a text. What npx is given already runs where it stands, and so does one behind a variable that names the server. */
const COMMAND = new RegExp(
  String.raw`(?<!\b(?:npx |DIPTYCH_\w+=)[^\n;|&]{0,200})(?<![\w/.-])diptych (?=(?:${COMMAND_NAMES.join('|')})(?![\w-]))`,
  'g',
);

/** Variables before a command, which name its server. */
const VARIABLES = /^(?:DIPTYCH_\w+=(?:'[^']*'|\S)+ )+/;

/** A command that names its server by an option needs none. */
const NAMES_SERVER = /^diptych (?:(?!diptych )[^\n;|&])* --(?:data|context)\b/;

/**
 * A text for a person, in which commands begin as that person has to type them: texts say `diptych doctor`, but in a clone
 * `diptych` is not on the path. It happens where a text is shown, because only there is it known where the person is.
 */
export function withTypedCommands(text: string, command: string): string {
  if (command === 'diptych') return text;
  const alone = command.replace(VARIABLES, '');
  return text.replace(COMMAND, (_, at: number) =>
    NAMES_SERVER.test(text.slice(at)) ? `${alone} ` : `${command} `,
  );
}
