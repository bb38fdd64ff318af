import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { ALL_WORDS } from '../../src/admin/contract/all-words.ts';
import { REFUSAL_REASONS } from '../../src/admin/contract/approvals/methods.ts';
import { HOLD_REASONS } from '../../src/admin/contract/holds/methods.ts';
import {
  type MethodName as AdminName,
  METHOD_NAMES,
  methodNamed,
  needsStepUp,
  panelOf,
} from '../../src/admin/contract/index.ts';
import { MOST_ITEMS } from '../../src/admin/contract/members.ts';
import { EXPLAINED_KINDS, KIND_PANELS } from '../../src/admin/contract/requests/methods.ts';
import { type AnyWords, CHANNEL_WORDS } from '../../src/admin/contract/words.ts';
import { ACTOR_KINDS, EVENTS } from '../../src/audit/entry.ts';
import type { Panel } from '../../src/conventions/panel.ts';
import { ADMIN_REASONS } from '../../src/conventions/reasons/admin-reasons.ts';
import { asksToSignIn } from '../../src/conventions/reasons/asks-to-sign-in.ts';
import { MEDIATION_REASONS } from '../../src/conventions/reasons/mediation-reasons.ts';
import { withoutMarks } from '../../src/conventions/without-marks.ts';
import { OAUTH_ERRORS } from '../../src/http/oauth/error-codes.ts';
import { PATH_WORDS, PATHS } from '../../src/http/oauth/paths.ts';
import { VCI_REMEDIES } from '../../src/http/vci/errors.ts';
import { VCI_PATH_WORDS, VCI_PATHS } from '../../src/http/vci/paths.ts';
import {
  CHALLENGE_KINDS,
  ERROR_REASONS,
  OPERATIONS,
  REJECTION_REASONS,
} from '../../src/issuer/contract/index.ts';
import { CHANNEL_NAMES } from '../../src/issuer/credential/channels.ts';
import { CREDENTIAL_TRANSITIONS } from '../../src/issuer/credential/state-machine.ts';
import { COMMON_CHECKS, OPERATION_CHECKS } from '../../src/issuer/order-of-checks.ts';
import { PROOFING_TRANSITIONS } from '../../src/issuer/proofing/state-machine.ts';
import { THRESHOLDS } from '../../src/keys/expiry.ts';
import {
  AD_FORMATS,
  METHODS as MEDIATION_METHODS,
  type MethodName,
  methodId,
  PLATFORMS,
} from '../../src/mediation/contract/index.ts';
import { MEDIATION_CHECKS } from '../../src/mediation/order-of-checks.ts';
import { panelOfPart } from '../../src/server/config/panel-parts.ts';
import { PAGES as MEDIATION_PAGES } from '../src/mediation/pages.ts';
import {
  ACTIONS as MEDIATION_ACTIONS,
  type ActionName as MediationAction,
} from '../src/mediation/palette-actions.ts';
import { mediationFrame } from '../src/messages/mediation-frame.ts';
import { operatorsFrame } from '../src/messages/operators-frame.ts';
import { palette } from '../src/messages/palette.ts';
import { PAGES as OPERATORS_PAGES } from '../src/operators/pages.ts';
import {
  ACTIONS as OPERATORS_ACTIONS,
  type ActionName as OperatorsAction,
} from '../src/operators/palette/action-places.ts';

const NAME = 'virtual:contract';
const PORTRAIT = new URL('../../data/specimen-portrait.jpg', import.meta.url);

/** The part of an admin method that a page needs. Its shapes stay on the server, which checks them. */
const adminMethods = () =>
  Object.fromEntries(
    METHOD_NAMES.map((name) => {
      const { http, role, summary, final } = methodNamed(name);
      const stepUp = needsStepUp(name);
      const panel = panelOf(name);
      const marks = { ...(panel && { panel }), ...(stepUp && { stepUp }), ...(final === true && { final }) };
      return [name, { http, role, summary, ...marks }];
    }),
  );

interface Member {
  readonly enum?: readonly string[];
  readonly maxLength?: number;
}

/** The fields of the dialog of an action: those that have a label, and the usual reason and note. */
function fieldsOf(name: AdminName, { fields = {} }: AnyWords) {
  const { request } = methodNamed(name);
  const { properties, required = [] } = request as {
    readonly properties: Readonly<Record<string, Member>>;
    readonly required?: readonly string[];
  };
  const labelled = Object.entries(fields).flatMap(
    ([member, { label, panel, hint, kind, choices, absent, asks, standard }]) => {
      if (label === undefined) return [];
      const { enum: values, maxLength: most } = properties[member] ?? {};
      const offered = values && [...(asks && absent !== undefined ? [absent] : []), ...values];
      const words = offered && Object.fromEntries(offered.map((value) => [value, choices?.[value] ?? value]));
      const isRequired = required.includes(member) || asks === true;
      return [{ name: member, label, panel, hint, kind, choices: words, absent, standard, most, isRequired }];
    },
  );
  const usual = ['reason', 'note'].filter((member) => properties[member] && !fields[member]);
  return [...labelled, ...usual.map((member) => ({ name: member, isRequired: member === 'reason' }))];
}

/** The words of lists and actions, without those that only the help of commands has. */
function pageWords(noun: string, method: AdminName, own: AnyWords) {
  const { rows, columns, name, ask, effect, done } = own;
  if (rows !== undefined) return { noun, rows, columns };
  return name === undefined
    ? undefined
    : { noun: own.noun ?? noun, name, ask, effect, done, fields: fieldsOf(method, own) };
}

const words = () =>
  Object.fromEntries(
    ALL_WORDS.flatMap(({ noun, methods }) =>
      (Object.entries(methods) as [AdminName, AnyWords][]).map(([name, own]) => [
        name,
        pageWords(noun, name, own),
      ]),
    ),
  );

const mediationMethods = () =>
  Object.fromEntries(
    Object.entries(MEDIATION_METHODS).map(([name, { address, kind }]) => [
      name,
      { id: methodId(name as MethodName), http: [address.httpMethod, address.path], kind },
    ]),
  );

interface Shape {
  readonly description?: string;
  readonly properties: Readonly<Record<string, { readonly type?: string }>>;
}

/** Reasons and tasks of a decision, with the one member that some have. Deprecated ones are left out. */
const choices = (shapes: Readonly<Record<string, Shape>>) =>
  Object.entries(shapes)
    .filter(([, { description }]) => !description?.startsWith('Deprecated'))
    .map(([name, { properties }]) => {
      const [member] = Object.entries(properties);
      return member ? { name, member: member[0], type: member[1].type } : { name };
    });

/** The checks of each operation and method in order. Two operations read no body. */
const checks = () => ({
  ...Object.fromEntries(
    Object.entries(OPERATION_CHECKS).map(([operation, rows]) => {
      const isKey = operation === 'getIdentityKey' || operation === 'getHybridEncryptionKey';
      const all = [...COMMON_CHECKS.slice(0, isKey ? 2 : undefined), ...rows];
      return [operation, all.map(({ name }) => ({ name }))];
    }),
  ),
  ...Object.fromEntries(
    (Object.keys(MEDIATION_METHODS) as MethodName[]).map((name) => [
      methodId(name),
      MEDIATION_CHECKS.map(({ name: check }) => ({ name: check })),
    ]),
  ),
});

/** A name, and the panel without which nothing has it. */
const ofPanel = (names: Iterable<string>, panel: Panel | undefined) =>
  [...names].map((name) => ({ name, ...(panel && { panel }) }));

/** What can be refused: operations, methods, and the endpoints that applications and wallets call. */
const operations = () => {
  const { par, authorization, token, credential, notification } = VCI_PATHS;
  return [
    ...ofPanel(Object.keys(OPERATION_CHECKS), 'issuer'),
    ...ofPanel((Object.keys(MEDIATION_METHODS) as MethodName[]).map(methodId), 'mediation'),
    ...METHOD_NAMES.flatMap((name) => ofPanel([name], panelOf(name))),
    ...ofPanel([PATHS.authorization, PATHS.token, PATHS.revocation], undefined),
    ...ofPanel([par, authorization, token, credential, notification], 'issuer'),
  ];
};

/** What each operation, method and endpoint does. */
const operationSummaries = () => ({
  ...Object.fromEntries(METHOD_NAMES.map((name) => [name, methodNamed(name).summary])),
  ...Object.fromEntries(Object.entries(OPERATIONS).map(([name, { summary }]) => [name, summary])),
  ...Object.fromEntries(
    Object.entries(MEDIATION_METHODS).map(([name, { description }]) => [
      methodId(name as MethodName),
      description,
    ]),
  ),
  ...PATH_WORDS,
  ...VCI_PATH_WORDS,
});

/** Reasons of refusals. A reason of two panels, or of a panel and of OAuth, is of both. */
const reasons = () => {
  const all = [
    ...Object.keys(ADMIN_REASONS).flatMap((name) => ofPanel([name], panelOfPart('reasons', name))),
    ...ofPanel(Object.keys(ERROR_REASONS), 'issuer'),
    ...ofPanel(Object.keys(MEDIATION_REASONS), 'mediation'),
    ...ofPanel(Object.keys(OAUTH_ERRORS), undefined),
    ...ofPanel(Object.keys(VCI_REMEDIES), 'issuer'),
    ...ofPanel(['overload', 'rateLimited', 'internal'], undefined),
  ];
  const refused = all.filter(({ name }) => !asksToSignIn(name));
  return [...Map.groupBy(refused, ({ name }) => name)].flatMap(([name, [first, ...others]]) =>
    ofPanel([name], others.every(({ panel }) => panel === first?.panel) ? first?.panel : undefined),
  );
};

/** What to do about a refusal, without the links of the documentation. */
const remedies = () =>
  Object.fromEntries(
    Object.entries(ADMIN_REASONS).map(([reason, { remedy }]) => [reason, withoutMarks(remedy)]),
  );

interface OtherChoice {
  /** By which the other console finds it. */
  readonly key: string;
  readonly text: string;
  readonly terms?: string | undefined;
}

/** What only some people may do, on some servers. */
const allowedBy = (name: AdminName | undefined) =>
  name === undefined ? {} : { role: methodNamed(name).role, panel: panelOf(name) };

/** Pages and actions of the operators' console, for the search of the other one. */
const ofOperators = (): readonly OtherChoice[] => [
  ...OPERATORS_PAGES.flatMap(({ pages }) => pages).map(({ name, needs }) => ({
    key: `page ${name}`,
    text: operatorsFrame[name],
    ...allowedBy(needs),
  })),
  ...(Object.keys(OPERATORS_ACTIONS) as OperatorsAction[]).map((name) => ({
    key: `action ${name}`,
    text: palette.actions[name],
    terms: methodNamed(name).summary,
    ...allowedBy(name),
  })),
];

const ofMediation = (): readonly OtherChoice[] => [
  ...MEDIATION_PAGES.flatMap(({ pages }) => pages).map(({ name, terms }) => ({
    key: `page ${name}`,
    text: mediationFrame[name],
    terms,
  })),
  ...(Object.keys(MEDIATION_ACTIONS) as MediationAction[]).map((name) => ({
    key: `action ${name}`,
    text: mediationFrame.actions[name],
  })),
];

const MODULES = {
  operators: () => ({
    adminMethods: adminMethods(),
    mediationMethods: mediationMethods(),
    words: words(),
    mostBatchItems: MOST_ITEMS,
    credentialStates: Object.keys(CREDENTIAL_TRANSITIONS),
    channels: CHANNEL_NAMES.map((value) => ({ value, text: CHANNEL_WORDS[value] })),
    rejectionReasons: choices(REJECTION_REASONS),
    challengeKinds: choices(CHALLENGE_KINDS),
    proofingTransitions: PROOFING_TRANSITIONS,
    checks: checks(),
    operations: operations(),
    operationSummaries: operationSummaries(),
    reasons: reasons(),
    remedies: remedies(),
    explainedKinds: EXPLAINED_KINDS.flatMap((name) => ofPanel([name], KIND_PANELS[name])),
    specimenPortrait: readFileSync(PORTRAIT).toString('base64'),
    actorKinds: ACTOR_KINDS,
    auditEvents: EVENTS,
    holdReasons: HOLD_REASONS,
    keyLimits: THRESHOLDS,
    refusalReasons: REFUSAL_REASONS,
    otherChoices: ofMediation(),
  }),
  mediation: () => ({
    otherChoices: ofOperators(),
    mediationMethods: mediationMethods(),
    adFormats: [...AD_FORMATS],
    platforms: [...PLATFORMS],
  }),
};

/**
 * The parts of the server's contract tables that a page uses at run time, as plain data. Each console gets only its own part
 * and no server code. Each table is a module of its own, so that one that only a later screen uses comes with that screen.
 */
export function contractModule(entry: keyof typeof MODULES): Plugin {
  const tables: Readonly<Record<string, unknown>> = MODULES[entry]();
  const part = `\0${NAME}/`;
  return {
    name: 'diptych-contract',
    resolveId: (id) =>
      id === NAME || id.startsWith(`${NAME}/`) ? { id: `\0${id}`, moduleSideEffects: false } : undefined,
    load: (id) => {
      if (id.startsWith(part)) {
        const name = id.slice(part.length);
        return `export const ${name} = ${JSON.stringify(tables[name])};`;
      }
      if (id !== `\0${NAME}`) return undefined;
      return Object.keys(tables)
        .map((name) => `export { ${name} } from '${NAME}/${name}';`)
        .join('\n');
    },
  };
}
