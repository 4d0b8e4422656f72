/* Made by `make generate` from openapi.json. Do not edit. */
export interface paths {
    "/api/v1/agent/whoami/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description The organisation the key belongs to, the key's name, and its effective scope for every resource. Any valid key may ask.
         */
        get: operations["getAgentIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/courses/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List courses
         * @description The organisation's courses, one page at a time, newest first unless `ordering` says otherwise. A parameter out of range is taken as the nearest allowed value, an unknown `ordering` as the default, an unknown parameter is ignored. A filter value that no course has gives an empty list.
         */
        get: operations["listAgentCourses"];
        put?: never;
        /**
         * Create a course
         * @description Only `title` is required; what is left out takes its default. Subject to the plan's course limit: 403 with code `course_limit`, also when many are created at once.
         */
        post: operations["createAgentCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/courses/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a course
         * @description The course with every field.
         */
        get: operations["getAgentCourse"];
        /**
         * Replace a course
         * @description Every writable field takes the sent value, or its default where it is left out; a slug left out is made from the title again.
         */
        put: operations["replaceAgentCourse"];
        post?: never;
        /**
         * Delete a course
         * @description Deletes the course with its chapters and lessons. Where learners have enrolled, their history is kept inside, but the course is gone from every list and its slug is free again.
         */
        delete: operations["deleteAgentCourse"];
        options?: never;
        head?: never;
        /**
         * Update a course
         * @description Changes only what is sent. Rules between fields are checked on the result.
         */
        patch: operations["updateAgentCourse"];
        trace?: never;
    };
    "/api/v1/agent/courses/{course_pk}/chapters/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List chapters
         * @description The course's chapters in their order.
         */
        get: operations["listAgentChapters"];
        put?: never;
        /**
         * Create a chapter
         * @description At `position`, moving the chapters from there on; without it, last. A course has at most 500 chapters.
         */
        post: operations["createAgentChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/courses/{course_pk}/chapters/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a chapter
         * @description The chapter with every field.
         */
        get: operations["getAgentChapter"];
        /**
         * Replace a chapter
         * @description Every writable field takes the sent value, or its default where it is left out; a position left out stays.
         */
        put: operations["replaceAgentChapter"];
        post?: never;
        /**
         * Delete a chapter
         * @description Deletes the chapter with its lessons; the chapters after it move up.
         */
        delete: operations["deleteAgentChapter"];
        options?: never;
        head?: never;
        /**
         * Update a chapter
         * @description Changes only what is sent; a new `position` moves the chapter and the others between.
         */
        patch: operations["updateAgentChapter"];
        trace?: never;
    };
    "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lessons
         * @description The chapter's lessons in their order, without their content.
         */
        get: operations["listAgentLessons"];
        put?: never;
        /**
         * Create a lesson
         * @description At `position`, moving the lessons from there on; without it, last. `content` is checked by the rules of its `content_type`; each fault names its field inside `content`. A chapter has at most 2,000 lessons.
         */
        post: operations["createAgentLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a lesson
         * @description The lesson with its content and its `updated_at`, which the next PATCH sends back.
         */
        get: operations["getAgentLesson"];
        put?: never;
        post?: never;
        /**
         * Delete a lesson
         * @description Deletes the lesson; the lessons after it move up.
         */
        delete: operations["deleteAgentLesson"];
        options?: never;
        head?: never;
        /**
         * Update a lesson
         * @description Changes only what is sent. `updated_at` must be the one last read: left out it is 400, stale it is 409 with the current lesson, whose `updated_at` is the next token. Of several writers with one token exactly one succeeds. A new `position` moves the lesson.
         */
        patch: operations["updateAgentLesson"];
        trace?: never;
    };
    "/api/v1/agent/org-settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get organisation settings
         * @description The settings of the organisation the key belongs to.
         */
        get: operations["getAgentOrgSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update organisation settings
         * @description Changes only what is sent; a member that the read does not return is ignored.
         */
        patch: operations["updateAgentOrgSettings"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Whose key this is and what it may do. */
        KeyIdentity: {
            organisation: components["schemas"]["OrganisationReference"];
            /** @description The name given to the key. */
            key_name: string;
            scopes: components["schemas"]["KeyScopes"];
        };
        /** @description The organisation a key belongs to. */
        OrganisationReference: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The organisation's name. */
            name: string;
            /** @description Its name in addresses. */
            subdomain: string;
        };
        /** @description The key's effective scope for every resource. */
        KeyScopes: {
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @enum {string}
             */
            courses: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @enum {string}
             */
            chapters: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @enum {string}
             */
            lessons: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @enum {string}
             */
            org_settings: "none" | "view" | "edit";
        };
        /** @description What went wrong, after RFC 9457. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description The cause, for programs. The page behind `type` lists all codes. */
            code: string;
            /** @description The X-Request-Id of this answer, for support. */
            request_id: string;
        };
        /** @description One page of courses. */
        CourseList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["CourseSummary"][];
        };
        /** @description A course in a list: a Course without its free-form description and sales page. */
        CourseSummary: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug: string;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /** @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`. */
            category: number | null;
            /** @description How long the whole course takes. */
            estimated_duration_minutes: number | null;
            /** @description Headline of the sales page; null shows the title. */
            landing_title: string | null;
            /** @description Title for search engines. */
            meta_title: string | null;
            /** @description Description for search engines. */
            meta_description: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             */
            og_image_url: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it. */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /** @description Chapters in the course. */
            chapter_count: number;
            /** @description Lessons in all its chapters. */
            lesson_count: number;
            /** @description Learners ever enrolled. */
            enrollment_count: number;
            /**
             * Format: date-time
             * @description When it was first published, null before.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /**
         * @description A course to make, or to replace another with. What is left out takes its default. Unknown members are ignored.
         * @example {
         *       "title": "The Unix Shell",
         *       "description": "Learn to work at the command line.",
         *       "level": "beginner",
         *       "language": "en",
         *       "category": 3,
         *       "length_mode": "duration",
         *       "duration_days": 90
         *     }
         */
        CourseWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug?: string;
            /**
             * @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON.
             * @default null
             */
            description?: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             * @default null
             */
            thumbnail_url?: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @default draft
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @default public
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @default all_levels
             * @enum {string}
             */
            level?: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @default any
             * @enum {string}
             */
            grade_level?: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /**
             * @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`.
             * @default null
             */
            category?: number | null;
            /**
             * @description How long the whole course takes.
             * @default null
             */
            estimated_duration_minutes?: number | null;
            /**
             * @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON.
             * @default null
             */
            sales_page_blocks?: unknown[] | {
                [key: string]: unknown;
            } | null;
            /**
             * @description Headline of the sales page; null shows the title.
             * @default null
             */
            landing_title?: string | null;
            /**
             * @description Title for search engines.
             * @default null
             */
            meta_title?: string | null;
            /**
             * @description Description for search engines.
             * @default null
             */
            meta_description?: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             * @default null
             */
            og_image_url?: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @default open_ended
             * @enum {string}
             */
            length_mode?: "open_ended" | "duration" | "dates";
            /**
             * @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it.
             * @default null
             */
            duration_days?: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            end_date?: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @default enrollment
             * @enum {string}
             */
            schedule_basis?: "enrollment" | "first_access" | "course_start";
        };
        /** @description A course. */
        Course: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug: string;
            /** @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /** @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`. */
            category: number | null;
            /** @description How long the whole course takes. */
            estimated_duration_minutes: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page; null shows the title. */
            landing_title: string | null;
            /** @description Title for search engines. */
            meta_title: string | null;
            /** @description Description for search engines. */
            meta_description: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             */
            og_image_url: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it. */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /** @description Chapters in the course. */
            chapter_count: number;
            /** @description Lessons in all its chapters. */
            lesson_count: number;
            /** @description Learners ever enrolled. */
            enrollment_count: number;
            /**
             * Format: date-time
             * @description When it was first published, null before.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description A request with faults, all named at once. */
        ValidationProblem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description The cause, for programs. The page behind `type` lists all codes. */
            code: string;
            /** @description The X-Request-Id of this answer, for support. */
            request_id: string;
            /** @description The faults, at most 50. */
            errors: components["schemas"]["FieldError"][];
        };
        /** @description One fault of one field. */
        FieldError: {
            /** @description The field, dotted: `content.questions.0.prompt`. `body` for the body as a whole. */
            field: string;
            /** @description The kind of fault. */
            code: string;
            /** @description The fault in words. */
            message: string;
        };
        /**
         * @description Changes to a course. What is left out stays. Unknown members are ignored.
         * @example {
         *       "status": "published"
         *     }
         */
        PatchedCourse: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug?: string;
            /** @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description?: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url?: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @enum {string}
             */
            level?: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @enum {string}
             */
            grade_level?: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /** @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`. */
            category?: number | null;
            /** @description How long the whole course takes. */
            estimated_duration_minutes?: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks?: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page; null shows the title. */
            landing_title?: string | null;
            /** @description Title for search engines. */
            meta_title?: string | null;
            /** @description Description for search engines. */
            meta_description?: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             */
            og_image_url?: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @enum {string}
             */
            length_mode?: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it. */
            duration_days?: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date?: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis?: "enrollment" | "first_access" | "course_start";
        };
        /** @description One page of chapters, in their order. */
        ChapterList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["Chapter"][];
        };
        /** @description A chapter of a course. */
        Chapter: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it belongs to.
             */
            course_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position: number;
            /** @description Whether learners see the chapter. */
            is_published: boolean;
            /** @description Opens only when the chapter before it is completed. */
            requires_previous_chapter: boolean;
            /** @description Its lessons open one after another, each when the one before is completed. */
            sequential_lessons: boolean;
            /** @description Lessons in the chapter. */
            lesson_count: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /**
         * @description A chapter to make, or to replace another with. What is left out takes its default. Unknown members are ignored.
         * @example {
         *       "title": "Pipes and filters",
         *       "is_published": true
         *     }
         */
        ChapterWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position?: number;
            /**
             * @description Whether learners see the chapter.
             * @default false
             */
            is_published?: boolean;
            /**
             * @description Opens only when the chapter before it is completed.
             * @default false
             */
            requires_previous_chapter?: boolean;
            /**
             * @description Its lessons open one after another, each when the one before is completed.
             * @default false
             */
            sequential_lessons?: boolean;
        };
        /**
         * @description Changes to a chapter. What is left out stays. Unknown members are ignored.
         * @example {
         *       "position": 1
         *     }
         */
        PatchedChapter: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position?: number;
            /** @description Whether learners see the chapter. */
            is_published?: boolean;
            /** @description Opens only when the chapter before it is completed. */
            requires_previous_chapter?: boolean;
            /** @description Its lessons open one after another, each when the one before is completed. */
            sequential_lessons?: boolean;
        };
        /** @description One page of lessons, in their order. */
        LessonList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["LessonSummary"][];
        };
        /** @description A lesson in a list: a Lesson without its content. */
        LessonSummary: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it belongs to.
             */
            course_id: string;
            /**
             * Format: uuid
             * @description The chapter it belongs to.
             */
            chapter_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @description Open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, to the millisecond; strictly increases on every change of the row, a move by a neighbour included. The token of the next PATCH.
             */
            updated_at: string;
        };
        /**
         * @description A lesson to make. What is left out takes its default. Unknown members are ignored.
         * @example {
         *       "title": "What is a shell?",
         *       "content_type": "lesson",
         *       "content": {
         *         "format": "markdown",
         *         "body": "A shell is a program that runs programs."
         *       },
         *       "is_published": true
         *     }
         */
        LessonWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position?: number;
            /**
             * @description Whether learners see the lesson.
             * @default false
             */
            is_published?: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @default lesson
             * @enum {string}
             */
            content_type?: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @default null */
            content?: components["schemas"]["LessonContent"];
            /**
             * @description Open to visitors who are not enrolled.
             * @default false
             */
            is_free_preview?: boolean;
            /**
             * @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start.
             * @default null
             */
            opens_day_offset?: number | null;
            /**
             * @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            opens_time?: string | null;
            /**
             * @description Day the lesson closes. Null: never. The closing moment must be after the opening one.
             * @default null
             */
            closes_day_offset?: number | null;
            /**
             * @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            closes_time?: string | null;
            /**
             * @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit.
             * @default null
             */
            view_window_minutes?: number | null;
        };
        /** @description The content, whose shape `content_type` chooses: quiz QuizContent, lesson TextContent, video VideoContent, document DocumentContent, assignment AssignmentContent, embed EmbedContent. Null: nothing yet. Unlike the rest of a body, unknown members inside are refused, so that no typing error loses work. At most 512 KiB as JSON. */
        LessonContent: components["schemas"]["QuizContent"] | components["schemas"]["TextContent"] | components["schemas"]["VideoContent"] | components["schemas"]["DocumentContent"] | components["schemas"]["AssignmentContent"] | components["schemas"]["EmbedContent"] | null;
        /** @description A quiz. Content type `quiz`. */
        QuizContent: {
            /**
             * @description Shown before the first question, in markdown.
             * @default null
             */
            instructions?: string | null;
            /** @description In order. */
            questions: components["schemas"]["QuizQuestion"][];
            /**
             * @description How often a learner may try; null: without limit.
             * @default null
             */
            max_attempts?: number | null;
            /**
             * @description Minutes for one attempt; null: no limit.
             * @default null
             */
            time_limit_minutes?: number | null;
            /**
             * @description Share of the points that passes, at most two decimals.
             * @default 70
             */
            passing_score_percent?: number;
            /**
             * @description Each attempt has its own order of questions.
             * @default false
             */
            shuffle_questions?: boolean;
            /**
             * @description Each attempt has its own order of choices.
             * @default false
             */
            shuffle_choices?: boolean;
            /**
             * @description When learners see the right answers.
             * @default after_attempt
             * @enum {string}
             */
            show_answers?: "after_attempt" | "after_passing" | "never";
        };
        /** @description One question; `type` chooses the kind. */
        QuizQuestion: components["schemas"]["SingleChoiceQuestion"] | components["schemas"]["MultipleChoiceQuestion"] | components["schemas"]["TrueFalseQuestion"] | components["schemas"]["ShortTextQuestion"] | components["schemas"]["NumericQuestion"] | components["schemas"]["EssayQuestion"] | components["schemas"]["MatchingQuestion"] | components["schemas"]["OrderingQuestion"];
        /** @description One choice is right. */
        SingleChoiceQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "single";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description The answers to choose from; ids unique in the question. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description The id of the right choice. */
            correct_choice_id: string;
        };
        /** @description One choice or item. */
        QuizChoice: {
            /** @description Names it in answers. */
            id: string;
            /** @description What it says, in markdown. */
            text: string;
        };
        /** @description Several choices may be right. */
        MultipleChoiceQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "multiple";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description The answers to choose from; ids unique in the question. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description The ids of all right choices. */
            correct_choice_ids: string[];
            /**
             * @description Give points for a partly right answer.
             * @default true
             */
            partial_credit?: boolean;
        };
        /** @description A statement that is true or false. */
        TrueFalseQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "true_false";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description Whether the statement is true. */
            correct: boolean;
        };
        /** @description A short typed answer, compared with the accepted ones after trimming. */
        ShortTextQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "short_text";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description Answers that count as right. */
            accepted_answers: string[];
            /**
             * @description Whether capitals matter.
             * @default false
             */
            case_sensitive?: boolean;
        };
        /** @description A number within a tolerance. */
        NumericQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "numeric";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description The right value. */
            correct_value: number;
            /**
             * @description How far an answer may be off, either way, and still be right.
             * @default 0
             */
            tolerance?: number;
            /**
             * @description Shown beside the answer field.
             * @default null
             */
            unit?: string | null;
        };
        /** @description A long answer that a person grades. */
        EssayQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "essay";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /**
             * @description Fewest words; null: no minimum.
             * @default null
             */
            min_words?: number | null;
            /**
             * @description Most words, not below `min_words`; null: no maximum.
             * @default null
             */
            max_words?: number | null;
            /**
             * @description For graders only.
             * @default null
             */
            grading_notes?: string | null;
        };
        /** @description Pairs to put together. The key is the pairs themselves. */
        MatchingQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "matching";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description What belongs together; ids unique in the question. */
            pairs: components["schemas"]["MatchingPair"][];
            /**
             * @description Right-hand sides that belong to nothing.
             * @default []
             */
            distractors?: string[];
        };
        /** @description Two sides that belong together. */
        MatchingPair: {
            /** @description Names the pair in answers. */
            id: string;
            /** @description The side that stands still. */
            left: string;
            /** @description The side to find. */
            right: string;
        };
        /** @description Items to put in order. The key is their order here. */
        OrderingQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "ordering";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description In the right order; ids unique in the question. */
            items: components["schemas"]["QuizChoice"][];
        };
        /** @description Reading text. Content type `lesson`. */
        TextContent: {
            /**
             * @description `markdown`: CommonMark, stored as sent; show it with raw HTML escaped or sanitised. `html`: sanitised when stored, to structure, text, links, pictures and tables; scripts, styles, event attributes and unknown elements are removed.
             * @default markdown
             * @enum {string}
             */
            format?: "markdown" | "html";
            /** @description The text. */
            body: string;
        };
        /** @description A video. Content type `video`; `source` chooses the kind. */
        VideoContent: components["schemas"]["HostedVideo"] | components["schemas"]["YoutubeVideo"] | components["schemas"]["VimeoVideo"] | components["schemas"]["FileVideo"];
        /** @description A video in the organisation's own storage. */
        HostedVideo: {
            /**
             * @description Where the video is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "hosted";
            /**
             * Format: uuid
             * @description The media object.
             */
            media_id: string;
            /**
             * @description At most one track for each language and kind.
             * @default []
             */
            captions?: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length, where known.
             * @default null
             */
            duration_seconds?: number | null;
        };
        /** @description A caption track. */
        VideoCaptions: {
            /** @description BCP 47 language tag. */
            language: string;
            /**
             * Format: uri
             * @description Address of a WebVTT or SRT file.
             */
            url: string;
            /**
             * @description What the player calls it.
             * @default null
             */
            label?: string | null;
            /**
             * @description As the kinds of an HTML text track.
             * @default subtitles
             * @enum {string}
             */
            kind?: "subtitles" | "captions" | "descriptions";
        };
        /** @description A YouTube video. */
        YoutubeVideo: {
            /**
             * @description Where the video is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "youtube";
            /**
             * Format: uri
             * @description A youtube.com or youtu.be address of one video.
             */
            url: string;
            /**
             * @description At most one track for each language and kind.
             * @default []
             */
            captions?: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length, where known.
             * @default null
             */
            duration_seconds?: number | null;
        };
        /** @description A Vimeo video. */
        VimeoVideo: {
            /**
             * @description Where the video is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "vimeo";
            /**
             * Format: uri
             * @description A vimeo.com address of one video.
             */
            url: string;
            /**
             * @description At most one track for each language and kind.
             * @default []
             */
            captions?: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length, where known.
             * @default null
             */
            duration_seconds?: number | null;
        };
        /** @description A video file elsewhere. */
        FileVideo: {
            /**
             * @description Where the video is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "file";
            /**
             * Format: uri
             * @description Address of an mp4, m4v, mov, webm, ogv or m3u8 file.
             */
            url: string;
            /**
             * @description At most one track for each language and kind.
             * @default []
             */
            captions?: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length, where known.
             * @default null
             */
            duration_seconds?: number | null;
        };
        /** @description A document. Content type `document`; `source` chooses the kind. */
        DocumentContent: components["schemas"]["LinkedDocument"] | components["schemas"]["StoredDocument"];
        /** @description A document elsewhere. */
        LinkedDocument: {
            /**
             * @description Where the document is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "url";
            /**
             * Format: uri
             * @description Its address.
             */
            url: string;
            /**
             * @description Name to save it under.
             * @default null
             */
            file_name?: string | null;
            /**
             * @description Whether learners may save it.
             * @default true
             */
            is_downloadable?: boolean;
        };
        /** @description A document in the organisation's own storage. */
        StoredDocument: {
            /**
             * @description Where the document is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "upload";
            /**
             * Format: uuid
             * @description The stored document.
             */
            document_id: string;
            /**
             * @description Name to save it under.
             * @default null
             */
            file_name?: string | null;
            /**
             * @description Whether learners may save it.
             * @default true
             */
            is_downloadable?: boolean;
        };
        /** @description Work to hand in. Content type `assignment`. */
        AssignmentContent: {
            /** @description What to do, in markdown. */
            instructions: string;
            /** @description What a learner may hand in. */
            submission_kinds: ("text" | "file" | "url")[];
            /**
             * @description Points for full marks, at most two decimals.
             * @default 100
             */
            points?: number;
            /**
             * @default {
             *       "kind": "none"
             *     }
             */
            due?: components["schemas"]["DueRule"];
            /**
             * @description Most files of one submission. Only with kind `file`.
             * @default 1
             */
            max_files?: number;
            /**
             * @description Extensions without the dot; empty: any. Only with kind `file`.
             * @default []
             */
            allowed_file_extensions?: string[];
            /**
             * @description For graders, and for learners after grading, in markdown.
             * @default null
             */
            sample_solution?: string | null;
        };
        /** @description When the work is due; `kind` chooses the rule. */
        DueRule: components["schemas"]["NoDueDate"] | components["schemas"]["RelativeDueDate"] | components["schemas"]["FixedDueDate"];
        /** @description Never due. */
        NoDueDate: {
            /**
             * @description Which rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "none";
        };
        /** @description Due some days after the lesson opens for the learner. */
        RelativeDueDate: {
            /**
             * @description Which rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "relative";
            /** @description Calendar days after the opening day: the one by the schedule, else day 0, else the day of the first opening. */
            days: number;
            /**
             * @description When on that day. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default 23:59
             */
            time?: string;
        };
        /** @description Due on a date. */
        FixedDueDate: {
            /**
             * @description Which rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "date";
            /**
             * Format: date
             * @description The day. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            date: string;
            /**
             * @description When on that day. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default 23:59
             */
            time?: string;
        };
        /** @description A page shown in a frame. Content type `embed`. Only these attributes of the frame can be set. */
        EmbedContent: {
            /**
             * Format: uri
             * @description The page, https only.
             */
            url: string;
            /**
             * @description Name of the frame for screen readers.
             * @default null
             */
            title?: string | null;
            /**
             * @description Pixels; null: as wide as the page.
             * @default null
             */
            width?: number | null;
            /**
             * @description Pixels; null: by the aspect ratio.
             * @default null
             */
            height?: number | null;
            /**
             * @description Used where the height is null.
             * @default 16:9
             * @enum {string}
             */
            aspect_ratio?: "16:9" | "4:3" | "1:1" | "9:16" | "auto";
            /**
             * @description The frame's permissions.
             * @default [
             *       "fullscreen"
             *     ]
             */
            allow?: ("fullscreen" | "autoplay" | "camera" | "microphone" | "clipboard-write" | "encrypted-media" | "picture-in-picture" | "display-capture")[];
            /**
             * @description What the framed page may do.
             * @default [
             *       "allow-scripts",
             *       "allow-same-origin",
             *       "allow-forms",
             *       "allow-popups"
             *     ]
             */
            sandbox?: ("allow-scripts" | "allow-same-origin" | "allow-forms" | "allow-popups" | "allow-presentation" | "allow-downloads")[];
        };
        /** @description A lesson of a chapter. */
        Lesson: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it belongs to.
             */
            course_id: string;
            /**
             * Format: uuid
             * @description The chapter it belongs to.
             */
            chapter_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content: components["schemas"]["LessonContent"];
            /** @description Open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, to the millisecond; strictly increases on every change of the row, a move by a neighbour included. The token of the next PATCH.
             */
            updated_at: string;
        };
        /**
         * @description Changes to a lesson. What is left out stays, except that `updated_at` is required. Unknown members are ignored.
         * @example {
         *       "title": "What is a shell for?",
         *       "updated_at": "2026-11-20T09:30:00.123Z"
         *     }
         */
        PatchedLesson: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position?: number;
            /** @description Whether learners see the lesson. */
            is_published?: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type?: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content?: components["schemas"]["LessonContent"];
            /** @description Open to visitors who are not enrolled. */
            is_free_preview?: boolean;
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset?: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time?: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset?: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time?: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes?: number | null;
            /**
             * Format: date-time
             * @description The `updated_at` last read. Stale: 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description The lesson has changed since it was read. Apply the change to `lesson` and send it again with its `updated_at`. */
        StaleLessonProblem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description The cause, for programs. The page behind `type` lists all codes. */
            code: string;
            /** @description The X-Request-Id of this answer, for support. */
            request_id: string;
            lesson: components["schemas"]["Lesson"];
        };
        /** @description Settings of the organisation. Exactly these members are writable. */
        OrgSettings: {
            /** @description The organisation's name. */
            name: string;
            /** @description What it is, in plain text. */
            description: string | null;
            /**
             * Format: email
             * @description Where learners ask for help.
             */
            support_email: string | null;
            /** @description IANA time zone, the default of new courses. */
            timezone: string;
            /** @description BCP 47 language tag, the default of new courses; returned in canonical form. */
            language: string;
            /** @description ISO 4217 code in which courses are priced. */
            currency: string;
            /**
             * Format: uri
             * @description Its own site.
             */
            website_url: string | null;
            /** @description Main colour of the brand. `#rrggbb`. */
            primary_color: string | null;
            /** @description Second colour of the brand. `#rrggbb`. */
            accent_color: string | null;
            /**
             * Format: uri
             * @description Terms of service.
             */
            terms_url: string | null;
            /**
             * Format: uri
             * @description Privacy policy.
             */
            privacy_url: string | null;
            /**
             * Format: uri
             * @description Refund policy.
             */
            refund_policy_url: string | null;
            /**
             * Format: uri
             * @description Legal notice.
             */
            imprint_url: string | null;
        };
        /**
         * @description Changes to the settings. What is left out stays. Unknown members are ignored.
         * @example {
         *       "support_email": "help@example.org"
         *     }
         */
        PatchedOrgSettings: {
            /** @description The organisation's name. */
            name?: string;
            /** @description What it is, in plain text. */
            description?: string | null;
            /**
             * Format: email
             * @description Where learners ask for help.
             */
            support_email?: string | null;
            /** @description IANA time zone, the default of new courses. */
            timezone?: string;
            /** @description BCP 47 language tag, the default of new courses; returned in canonical form. */
            language?: string;
            /** @description ISO 4217 code in which courses are priced. */
            currency?: string;
            /**
             * Format: uri
             * @description Its own site.
             */
            website_url?: string | null;
            /** @description Main colour of the brand. `#rrggbb`. */
            primary_color?: string | null;
            /** @description Second colour of the brand. `#rrggbb`. */
            accent_color?: string | null;
            /**
             * Format: uri
             * @description Terms of service.
             */
            terms_url?: string | null;
            /**
             * Format: uri
             * @description Privacy policy.
             */
            privacy_url?: string | null;
            /**
             * Format: uri
             * @description Refund policy.
             */
            refund_policy_url?: string | null;
            /**
             * Format: uri
             * @description Legal notice.
             */
            imprint_url?: string | null;
        };
    };
    responses: {
        /** @description No usable key. Codes: `not_authenticated` (no key), `api_key_unknown`, `api_key_revoked`, `api_key_expired`, `subscription_inactive` (the plan of the organisation is not active), `org_unverified` (the organisation is not verified). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/api_key_expired",
                 *       "title": "The API key has expired",
                 *       "status": 401,
                 *       "detail": "This API key has expired. Create another one.",
                 *       "code": "api_key_expired",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key's scope does not allow it. Code `permission_denied`; `detail` names the scope needed. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/permission_denied",
                 *       "title": "Not allowed",
                 *       "status": 403,
                 *       "detail": "This key has courses: view; this operation needs courses: edit.",
                 *       "code": "permission_denied",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key has used its requests of the last hour. Code `throttled`. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something failed inside. Nothing was changed. Code `internal_error`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body or a header has faults; `errors` names each. Code `validation_error`. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/validation_error",
                 *       "title": "The request has faults",
                 *       "status": 400,
                 *       "detail": "One field has a fault.",
                 *       "code": "validation_error",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60",
                 *       "errors": [
                 *         {
                 *           "field": "title",
                 *           "code": "required",
                 *           "message": "Required."
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The key's scope does not allow it (code `permission_denied`), or the plan's course limit is reached (code `course_limit`). */
        ForbiddenOrCourseLimit: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/course_limit",
                 *       "title": "Course limit reached",
                 *       "status": 403,
                 *       "detail": "The plan allows 3 courses.",
                 *       "code": "course_limit",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 1 MiB. Code `payload_too_large`. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is of a media type, character set or content coding that is not accepted. Code `unsupported_media_type`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such object in the key's organisation. An object of another organisation answers the same. Code `not_found`. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "detail": "There is nothing here.",
                 *       "code": "not_found",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lesson has changed since it was read; the body carries it as it is now. Nothing was changed. Code `stale_lesson`. */
        StaleLesson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["StaleLessonProblem"];
            };
        };
    };
    parameters: {
        /** @description The page, from 1. Beyond the last: no results. */
        Page: number;
        /** @description Results on a page. */
        PageSize: number;
        /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in logs. A client may send its own (1 to 128 of letters, digits, `.`, `_`, `-`). */
        "X-Request-Id": string;
        /** @description What is left: `"agent";r=299;t=3600` is 299 requests now; `t` is the seconds until the oldest counted one falls out of the window. */
        RateLimit: string;
        /** @description The quota: `"agent";q=300;w=3600` is 300 requests in any 3,600 seconds. */
        "RateLimit-Policy": string;
        /** @description RFC 6750. */
        "WWW-Authenticate": string;
        /** @description Whole seconds to wait. */
        "Retry-After": number;
        /** @description `true` where this is the kept answer of an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAgentIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity of the key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyIdentity"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgentCourses: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The order; a minus sign reverses it. Equal courses are ordered by id. */
                ordering?: "-created_at" | "created_at" | "-updated_at" | "updated_at" | "title" | "-title";
                /** @description Only courses of this status. */
                status?: string;
                /** @description Only the course of this slug. */
                slug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of courses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createAgentCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourseWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["CourseWrite"];
                "multipart/form-data": components["schemas"]["CourseWrite"];
            };
        };
        responses: {
            /** @description The new course. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCourseLimit"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The course. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceAgentCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourseWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["CourseWrite"];
                "multipart/form-data": components["schemas"]["CourseWrite"];
            };
        };
        responses: {
            /** @description The course as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteAgentCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgentCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedCourse"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedCourse"];
                "multipart/form-data": components["schemas"]["PatchedCourse"];
            };
        };
        responses: {
            /** @description The course as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgentChapters: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of chapters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChapterList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createAgentChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["ChapterWrite"];
                "multipart/form-data": components["schemas"]["ChapterWrite"];
            };
        };
        responses: {
            /** @description The new chapter. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chapter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceAgentChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["ChapterWrite"];
                "multipart/form-data": components["schemas"]["ChapterWrite"];
            };
        };
        responses: {
            /** @description The chapter as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteAgentChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgentChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedChapter"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedChapter"];
                "multipart/form-data": components["schemas"]["PatchedChapter"];
            };
        };
        responses: {
            /** @description The chapter as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgentLessons: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of lessons. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createAgentLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LessonWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["LessonWrite"];
                "multipart/form-data": components["schemas"]["LessonWrite"];
            };
        };
        responses: {
            /** @description The new lesson. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lesson. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteAgentLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgentLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedLesson"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedLesson"];
                "multipart/form-data": components["schemas"]["PatchedLesson"];
            };
        };
        responses: {
            /** @description The lesson as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["StaleLesson"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentOrgSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgSettings"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgentOrgSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedOrgSettings"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedOrgSettings"];
                "multipart/form-data": components["schemas"]["PatchedOrgSettings"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
}
