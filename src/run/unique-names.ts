/** Some models and planners repeat ids, in one turn or from turn to turn; keys, answers and child runs are named by them. */

/** Gives every name once. One that is taken gets a number: `c`, `c#2`, `c#3`. */
export function uniqueNames(isTaken: (name: string) => boolean): (wanted: string) => string {
  const given = new Set<string>();
  return (wanted) => {
    let name = wanted;
    for (let count = 2; given.has(name) || isTaken(name); count++) name = `${wanted}#${count}`;
    given.add(name);
    return name;
  };
}
