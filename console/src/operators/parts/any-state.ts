/** The value of a filter that shows all states, where one state is shown without it. */
export const ANY_STATE = 'any';
