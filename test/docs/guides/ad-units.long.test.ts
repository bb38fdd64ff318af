import { commandsOf } from '../support/commands-of.ts';

commandsOf('docs/integrate/ad-units.md');
