/** What the program says of itself. */

/** All commands, a line each. */
export const text = `usage: sos run [--timeout DURATION] [--trace FILE] FILE [-- ARGS]
                                         run a program with its modules
       sos check FILE [--json]           say whether a program is sound, and what is wrong with it
       sos module check DEFINITION      say whether a module.sos.toml is sound, and what is wrong with it
       sos module describe MODULE_PATH   show the interface of a registered module
       sos module doctor MODULE_PATH     say whether a registered module could be called here and now
       sos module generate DEFINITION    write the interface of a definition, with its digest
       sos fmt FILE [--write]            tidy the white space of a program
       sos config FILE                   show what holds for a program, and where it is said
       sos version
       sos help`
