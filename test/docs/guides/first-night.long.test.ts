import { firstNight } from '../support/first-night.ts';

firstNight();
