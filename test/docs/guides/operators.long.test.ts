import { commandsOf } from '../support/commands-of.ts';

for (const page of ['users', 'commands', 'audit-log', 'explain', 'catalogue'])
  commandsOf(`docs/operate/${page}.md`);
