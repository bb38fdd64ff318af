import { type AdminMethod, SECOND_PERSON_GROUPS } from '../../admin/method.ts';
import { METHODS } from '../../admin/registry.ts';

const methods: readonly (readonly [string, AdminMethod])[] = Object.entries(METHODS);

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Every method of the administration with the command that calls it. */
export function adminMethodsTable(): string {
  const rows = methods.map(([name, { http, role, command, secondPerson = '', audit = [] }]) => {
    const called = typeof command === 'string' ? `\`diptych ${command}\`` : `– (${command.none})`;
    return `| \`${name}\` | ${called} | \`${http.join(' ')}\` | ${role} | ${secondPerson} | ${codes(audit)} |`;
  });
  const header = '| method | command | HTTP | role | group for second persons | audit log |';
  return [header, '|---|---|---|---|---|---|', ...rows].join('\n');
}

/** The groups of `admin.secondPerson`. */
export function secondPersonTable(): string {
  const rows = SECOND_PERSON_GROUPS.map((group) => {
    const names = methods.filter(([, { secondPerson }]) => secondPerson === group).map(([name]) => name);
    return `| \`${group}\` | ${codes(names)} |`;
  });
  return ['| group | methods |', '|---|---|', ...rows].join('\n');
}
