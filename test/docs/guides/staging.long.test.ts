import { commandsOf } from '../support/commands-of.ts';

commandsOf('docs/operate/staging.md');
