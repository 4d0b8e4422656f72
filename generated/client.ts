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
         * Get the identity of the API key
         * @description Returns the organisation that the key belongs to, the key's name, and its effective scope for every resource. Any valid key may call this operation.
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
         * @description Lists the organisation's courses, one page at a time, newest first unless `ordering` says otherwise. A parameter out of range is replaced with the nearest allowed value, an unknown `ordering` with the default, and unknown parameters are ignored. A filter value that matches no course returns an empty list.
         */
        get: operations["listAgentCourses"];
        put?: never;
        /**
         * Create a course
         * @description Creates a course. Only `title` is required; omitted fields take their default values. The plan's course limit applies, even when several courses are created concurrently: beyond it, the operation returns 403 with code `course_limit`.
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
         * @description Returns the course with every field.
         */
        get: operations["getAgentCourse"];
        /**
         * Replace a course
         * @description Replaces the course: every writable field is set to the value sent, or to its default if omitted. An omitted slug is derived from the title again.
         */
        put: operations["replaceAgentCourse"];
        post?: never;
        /**
         * Delete a course
         * @description Deletes the course with its chapters and lessons. If learners have enrolled, their history is kept internally, but the course disappears from every list and its slug becomes available again.
         */
        delete: operations["deleteAgentCourse"];
        options?: never;
        head?: never;
        /**
         * Update a course
         * @description Changes only the fields that are sent. Rules between fields are checked on the resulting course.
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
         * @description Lists the course's chapters in order.
         */
        get: operations["listAgentChapters"];
        put?: never;
        /**
         * Create a chapter
         * @description Creates a chapter at `position` and moves the chapters from that position on down one place; without `position`, the chapter is added at the end. A course has at most 500 chapters.
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
         * @description Returns the chapter with every field.
         */
        get: operations["getAgentChapter"];
        /**
         * Replace a chapter
         * @description Replaces the chapter: every writable field is set to the value sent, or to its default if omitted. An omitted position keeps its value.
         */
        put: operations["replaceAgentChapter"];
        post?: never;
        /**
         * Delete a chapter
         * @description Deletes the chapter with its lessons. Later chapters move up one place.
         */
        delete: operations["deleteAgentChapter"];
        options?: never;
        head?: never;
        /**
         * Update a chapter
         * @description Changes only the fields that are sent. A new `position` moves the chapter and shifts the chapters in between.
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
         * @description Lists the chapter's lessons in order, without their content.
         */
        get: operations["listAgentLessons"];
        put?: never;
        /**
         * Create a lesson
         * @description Creates a lesson at `position` and moves the lessons from that position on down one place; without `position`, the lesson is added at the end. `content` is validated by the rules of its `content_type`; each error names the field inside `content`. A chapter has at most 2,000 lessons.
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
         * @description Returns the lesson with its content and its `updated_at`, which the next PATCH must send back.
         */
        get: operations["getAgentLesson"];
        put?: never;
        post?: never;
        /**
         * Delete a lesson
         * @description Deletes the lesson. Later lessons move up one place.
         */
        delete: operations["deleteAgentLesson"];
        options?: never;
        head?: never;
        /**
         * Update a lesson
         * @description Changes only the fields that are sent. `updated_at` must be the value that was last read: omitting it returns 400, and a stale value returns 409 with the current lesson, whose `updated_at` is the next token. If several writers send the same token, exactly one succeeds. A new `position` moves the lesson.
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
         * @description Returns the settings of the organisation that the key belongs to.
         */
        get: operations["getAgentOrgSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update organisation settings
         * @description Changes only the fields that are sent; fields that the read operation does not return are ignored.
         */
        patch: operations["updateAgentOrgSettings"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The organisation that an API key belongs to, and what the key may do. */
        KeyIdentity: {
            organisation: components["schemas"]["OrganisationReference"];
            /** @description The name given to the key. */
            key_name: string;
            scopes: components["schemas"]["KeyScopes"];
        };
        /** @description The organisation that a key belongs to. */
        OrganisationReference: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The organisation's name. */
            name: string;
            /** @description Name used in URLs. */
            subdomain: string;
        };
        /** @description The key's effective scope for each resource. */
        KeyScopes: {
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @enum {string}
             */
            courses: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @enum {string}
             */
            chapters: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @enum {string}
             */
            lessons: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @enum {string}
             */
            org_settings: "none" | "view" | "edit";
        };
        /** @description A description of what went wrong, in the format of RFC 9457. */
        Problem: {
            /**
             * Format: uri-reference
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description The meaning of the code, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong in this particular request. */
            detail: string;
            /** @description Machine-readable cause. The page at the `type` URL lists all codes. */
            code: string;
            /** @description The X-Request-Id of this response, to quote when contacting support. */
            request_id: string;
        };
        /** @description One page of courses. */
        CourseList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["CourseSummary"][];
        };
        /** @description A course in a list: a Course without its free-form description and sales page. */
        CourseSummary: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug: string;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /** @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`. */
            category: number | null;
            /** @description Time that the whole course takes, in minutes. */
            estimated_duration_minutes: number | null;
            /** @description Headline of the sales page. If null, the title is shown. */
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it. */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /** @description Number of chapters in the course. */
            chapter_count: number;
            /** @description Number of lessons in all chapters of the course. */
            lesson_count: number;
            /** @description Number of learners ever enrolled. */
            enrollment_count: number;
            /**
             * Format: date-time
             * @description When the course was first published; null before that.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        /**
         * @description A course to create, or to replace another with. Omitted fields take their default values. Unknown fields are ignored.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug?: string;
            /**
             * @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON.
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
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @default draft
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @default public
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @default all_levels
             * @enum {string}
             */
            level?: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
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
             * @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`.
             * @default null
             */
            category?: number | null;
            /**
             * @description Time that the whole course takes, in minutes.
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
             * @description Headline of the sales page. If null, the title is shown.
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @default open_ended
             * @enum {string}
             */
            length_mode?: "open_ended" | "duration" | "dates";
            /**
             * @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it.
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
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            end_date?: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug: string;
            /** @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /** @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`. */
            category: number | null;
            /** @description Time that the whole course takes, in minutes. */
            estimated_duration_minutes: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page. If null, the title is shown. */
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it. */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /** @description Number of chapters in the course. */
            chapter_count: number;
            /** @description Number of lessons in all chapters of the course. */
            lesson_count: number;
            /** @description Number of learners ever enrolled. */
            enrollment_count: number;
            /**
             * Format: date-time
             * @description When the course was first published; null before that.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        /** @description A request with errors, all of which are reported at once. */
        ValidationProblem: {
            /**
             * Format: uri-reference
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description The meaning of the code, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong in this particular request. */
            detail: string;
            /** @description Machine-readable cause. The page at the `type` URL lists all codes. */
            code: string;
            /** @description The X-Request-Id of this response, to quote when contacting support. */
            request_id: string;
            /** @description The errors, at most 50. */
            errors: components["schemas"]["FieldError"][];
        };
        /** @description One error in one field. */
        FieldError: {
            /** @description Dotted path of the field, such as `content.questions.0.prompt`; `body` means the request body as a whole. */
            field: string;
            /** @description The kind of error. */
            code: string;
            /** @description The error, in words. */
            message: string;
        };
        /**
         * @description Changes to a course. Omitted fields keep their values. Unknown fields are ignored.
         * @example {
         *       "status": "published"
         *     }
         */
        PatchedCourse: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug?: string;
            /** @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description?: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url?: string | null;
            /**
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @enum {string}
             */
            level?: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
             * @enum {string}
             */
            grade_level?: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /** @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`. */
            category?: number | null;
            /** @description Time that the whole course takes, in minutes. */
            estimated_duration_minutes?: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks?: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page. If null, the title is shown. */
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @enum {string}
             */
            length_mode?: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it. */
            duration_days?: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date?: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis?: "enrollment" | "first_access" | "course_start";
        };
        /** @description One page of chapters, in order. */
        ChapterList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position: number;
            /** @description Whether learners see the chapter. */
            is_published: boolean;
            /** @description Whether the chapter opens only when the previous chapter is completed. */
            requires_previous_chapter: boolean;
            /** @description Whether the lessons open one after another, each when the previous one is completed. */
            sequential_lessons: boolean;
            /** @description Number of lessons in the chapter. */
            lesson_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        /**
         * @description A chapter to create, or to replace another with. Omitted fields take their default values. Unknown fields are ignored.
         * @example {
         *       "title": "Pipes and filters",
         *       "is_published": true
         *     }
         */
        ChapterWrite: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position?: number;
            /**
             * @description Whether learners see the chapter.
             * @default false
             */
            is_published?: boolean;
            /**
             * @description Whether the chapter opens only when the previous chapter is completed.
             * @default false
             */
            requires_previous_chapter?: boolean;
            /**
             * @description Whether the lessons open one after another, each when the previous one is completed.
             * @default false
             */
            sequential_lessons?: boolean;
        };
        /**
         * @description Changes to a chapter. Omitted fields keep their values. Unknown fields are ignored.
         * @example {
         *       "position": 1
         *     }
         */
        PatchedChapter: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position?: number;
            /** @description Whether learners see the chapter. */
            is_published?: boolean;
            /** @description Whether the chapter opens only when the previous chapter is completed. */
            requires_previous_chapter?: boolean;
            /** @description Whether the lessons open one after another, each when the previous one is completed. */
            sequential_lessons?: boolean;
        };
        /** @description One page of lessons, in order. */
        LessonList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the lesson was last changed, to the millisecond. It strictly increases with every change to the row, including a move caused by a neighboring lesson, and it is the token for the next PATCH.
             */
            updated_at: string;
        };
        /**
         * @description A lesson to create. Omitted fields take their default values. Unknown fields are ignored.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position?: number;
            /**
             * @description Whether learners see the lesson.
             * @default false
             */
            is_published?: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @default lesson
             * @enum {string}
             */
            content_type?: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @default null */
            content?: components["schemas"]["LessonContent"];
            /**
             * @description Whether the lesson is open to visitors who are not enrolled.
             * @default false
             */
            is_free_preview?: boolean;
            /**
             * @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start.
             * @default null
             */
            opens_day_offset?: number | null;
            /**
             * @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            opens_time?: string | null;
            /**
             * @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment.
             * @default null
             */
            closes_day_offset?: number | null;
            /**
             * @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            closes_time?: string | null;
            /**
             * @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit.
             * @default null
             */
            view_window_minutes?: number | null;
        };
        /** @description The content, whose shape depends on `content_type`: QuizContent for quiz, TextContent for lesson, VideoContent for video, DocumentContent for document, AssignmentContent for assignment, EmbedContent for embed. Null: no content yet. Unlike in the rest of a body, unknown fields inside the content are rejected, so that no work is lost to a typing error. At most 512 KiB as JSON. */
        LessonContent: components["schemas"]["QuizContent"] | components["schemas"]["TextContent"] | components["schemas"]["VideoContent"] | components["schemas"]["DocumentContent"] | components["schemas"]["AssignmentContent"] | components["schemas"]["EmbedContent"] | null;
        /** @description A quiz. Content type `quiz`. */
        QuizContent: {
            /**
             * @description Shown before the first question, in markdown.
             * @default null
             */
            instructions?: string | null;
            /** @description The items, in order. */
            questions: components["schemas"]["QuizQuestion"][];
            /**
             * @description Number of attempts that a learner has; null: no limit.
             * @default null
             */
            max_attempts?: number | null;
            /**
             * @description Minutes for one attempt; null: no limit.
             * @default null
             */
            time_limit_minutes?: number | null;
            /**
             * @description Percentage of the points that is needed to pass, with at most two decimals.
             * @default 70
             */
            passing_score_percent?: number;
            /**
             * @description Whether each attempt has its own order of questions.
             * @default false
             */
            shuffle_questions?: boolean;
            /**
             * @description Whether each attempt has its own order of choices.
             * @default false
             */
            shuffle_choices?: boolean;
            /**
             * @description When learners can see the correct answers.
             * @default after_attempt
             * @enum {string}
             */
            show_answers?: "after_attempt" | "after_passing" | "never";
        };
        /** @description A quiz question; `type` determines its kind. */
        QuizQuestion: components["schemas"]["SingleChoiceQuestion"] | components["schemas"]["MultipleChoiceQuestion"] | components["schemas"]["TrueFalseQuestion"] | components["schemas"]["ShortTextQuestion"] | components["schemas"]["NumericQuestion"] | components["schemas"]["EssayQuestion"] | components["schemas"]["MatchingQuestion"] | components["schemas"]["OrderingQuestion"];
        /** @description A question with one correct choice. */
        SingleChoiceQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "single";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description The choices to select from. Their IDs are unique within the question. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description ID of the correct choice. */
            correct_choice_id: string;
        };
        /** @description A choice or item of a question. */
        QuizChoice: {
            /** @description ID of the choice or item in answers. */
            id: string;
            /** @description Text of the choice or item, in markdown. */
            text: string;
        };
        /** @description A question for which several choices may be correct. */
        MultipleChoiceQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "multiple";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description The choices to select from. Their IDs are unique within the question. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description IDs of all correct choices. */
            correct_choice_ids: string[];
            /**
             * @description Whether a partly correct answer earns points.
             * @default true
             */
            partial_credit?: boolean;
        };
        /** @description A statement that is true or false. */
        TrueFalseQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "true_false";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description Whether the statement is true. */
            correct: boolean;
        };
        /** @description A question with a short typed answer, which is trimmed and then compared with the accepted answers. */
        ShortTextQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "short_text";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description Answers that count as correct. */
            accepted_answers: string[];
            /**
             * @description Whether the comparison distinguishes between upper and lower case.
             * @default false
             */
            case_sensitive?: boolean;
        };
        /** @description A question whose answer is a number within a tolerance. */
        NumericQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "numeric";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description The correct value. */
            correct_value: number;
            /**
             * @description How far an answer may deviate from the correct value, in either direction, and still count as correct.
             * @default 0
             */
            tolerance?: number;
            /**
             * @description Unit shown beside the answer field.
             * @default null
             */
            unit?: string | null;
        };
        /** @description A question with a long answer that a person grades. */
        EssayQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "essay";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /**
             * @description Minimum number of words; null means no minimum.
             * @default null
             */
            min_words?: number | null;
            /**
             * @description Maximum number of words, not below `min_words`; null means no maximum.
             * @default null
             */
            max_words?: number | null;
            /**
             * @description Notes that only graders can see.
             * @default null
             */
            grading_notes?: string | null;
        };
        /** @description A question in which learners match pairs. The pairs themselves are the answer key. */
        MatchingQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "matching";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description The pairs that belong together. Their IDs are unique within the question. */
            pairs: components["schemas"]["MatchingPair"][];
            /**
             * @description Right-hand sides that belong to no pair.
             * @default []
             */
            distractors?: string[];
        };
        /** @description Two sides that belong together. */
        MatchingPair: {
            /** @description ID of the pair in answers. */
            id: string;
            /** @description The side that is given. */
            left: string;
            /** @description The side that the learner has to find. */
            right: string;
        };
        /** @description A question in which learners put items in order. The order given here is the answer key. */
        OrderingQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "ordering";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points?: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation?: string | null;
            /** @description The items in the correct order. Their IDs are unique within the question. */
            items: components["schemas"]["QuizChoice"][];
        };
        /** @description Text to read. Content type `lesson`. */
        TextContent: {
            /**
             * @description `markdown`: CommonMark, stored as sent; escape or sanitise raw HTML when you display it. `html`: sanitised when stored, so that only structure, text, links, pictures and tables remain; scripts, styles, event attributes and unknown elements are removed.
             * @default markdown
             * @enum {string}
             */
            format?: "markdown" | "html";
            /** @description The text. */
            body: string;
        };
        /** @description A video. Content type `video`; `source` determines the kind. */
        VideoContent: components["schemas"]["HostedVideo"] | components["schemas"]["YoutubeVideo"] | components["schemas"]["VimeoVideo"] | components["schemas"]["FileVideo"];
        /** @description A video in the organisation's own storage. */
        HostedVideo: {
            /**
             * @description Where the video is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "hosted";
            /**
             * Format: uuid
             * @description ID of the media object.
             */
            media_id: string;
            /**
             * @description Caption tracks, at most one for each language and kind.
             * @default []
             */
            captions?: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length of the video, if known.
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
             * @description URL of a WebVTT or SRT file.
             */
            url: string;
            /**
             * @description Name of the track in the player.
             * @default null
             */
            label?: string | null;
            /**
             * @description Kind of track, as defined for HTML text tracks.
             * @default subtitles
             * @enum {string}
             */
            kind?: "subtitles" | "captions" | "descriptions";
        };
        /** @description A YouTube video. */
        YoutubeVideo: {
            /**
             * @description Where the video is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "youtube";
            /**
             * Format: uri
             * @description URL of a single video on youtube.com or youtu.be.
             */
            url: string;
            /**
             * @description Caption tracks, at most one for each language and kind.
             * @default []
             */
            captions?: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length of the video, if known.
             * @default null
             */
            duration_seconds?: number | null;
        };
        /** @description A Vimeo video. */
        VimeoVideo: {
            /**
             * @description Where the video is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "vimeo";
            /**
             * Format: uri
             * @description URL of a single video on vimeo.com.
             */
            url: string;
            /**
             * @description Caption tracks, at most one for each language and kind.
             * @default []
             */
            captions?: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length of the video, if known.
             * @default null
             */
            duration_seconds?: number | null;
        };
        /** @description A video file hosted elsewhere. */
        FileVideo: {
            /**
             * @description Where the video is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "file";
            /**
             * Format: uri
             * @description URL of an mp4, m4v, mov, webm, ogv or m3u8 file.
             */
            url: string;
            /**
             * @description Caption tracks, at most one for each language and kind.
             * @default []
             */
            captions?: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length of the video, if known.
             * @default null
             */
            duration_seconds?: number | null;
        };
        /** @description A document. Content type `document`; `source` determines the kind. */
        DocumentContent: components["schemas"]["LinkedDocument"] | components["schemas"]["StoredDocument"];
        /** @description A document hosted elsewhere. */
        LinkedDocument: {
            /**
             * @description Where the document is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "url";
            /**
             * Format: uri
             * @description URL of the document.
             */
            url: string;
            /**
             * @description File name to save the document under.
             * @default null
             */
            file_name?: string | null;
            /**
             * @description Whether learners may save the document.
             * @default true
             */
            is_downloadable?: boolean;
        };
        /** @description A document in the organisation's own storage. */
        StoredDocument: {
            /**
             * @description Where the document is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "upload";
            /**
             * Format: uuid
             * @description ID of the stored document.
             */
            document_id: string;
            /**
             * @description File name to save the document under.
             * @default null
             */
            file_name?: string | null;
            /**
             * @description Whether learners may save the document.
             * @default true
             */
            is_downloadable?: boolean;
        };
        /** @description Work for learners to submit. Content type `assignment`. */
        AssignmentContent: {
            /** @description What learners have to do, in markdown. */
            instructions: string;
            /** @description The kinds of work that a learner may submit. */
            submission_kinds: ("text" | "file" | "url")[];
            /**
             * @description Points for full marks, with at most two decimals.
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
             * @description Maximum number of files in one submission. Allowed only with submission kind `file`.
             * @default 1
             */
            max_files?: number;
            /**
             * @description Accepted file extensions without the dot; an empty list accepts any extension. Allowed only with submission kind `file`.
             * @default []
             */
            allowed_file_extensions?: string[];
            /**
             * @description Sample solution in markdown, shown to graders, and to learners after grading.
             * @default null
             */
            sample_solution?: string | null;
        };
        /** @description When the work is due; `kind` determines the rule. */
        DueRule: components["schemas"]["NoDueDate"] | components["schemas"]["RelativeDueDate"] | components["schemas"]["FixedDueDate"];
        /** @description The work is never due. */
        NoDueDate: {
            /**
             * @description The kind of rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "none";
        };
        /** @description The work is due a number of days after the lesson opens for the learner. */
        RelativeDueDate: {
            /**
             * @description The kind of rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "relative";
            /** @description Number of calendar days after the day on which the lesson opens. That day is the one given by the schedule; if the schedule gives none, day 0; if there is no day 0, the day on which the learner first opened the lesson. */
            days: number;
            /**
             * @description Time of day at which the work is due. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default 23:59
             */
            time?: string;
        };
        /** @description The work is due on a fixed date. */
        FixedDueDate: {
            /**
             * @description The kind of rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "date";
            /**
             * Format: date
             * @description The day on which the work is due. YYYY-MM-DD, years 1900 to 2199, in the course's time zone.
             */
            date: string;
            /**
             * @description Time of day at which the work is due. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default 23:59
             */
            time?: string;
        };
        /** @description A page shown in a frame. Content type `embed`. Only the frame attributes listed here can be set. */
        EmbedContent: {
            /**
             * Format: uri
             * @description URL of the page; https only.
             */
            url: string;
            /**
             * @description Name of the frame for screen readers.
             * @default null
             */
            title?: string | null;
            /**
             * @description Width in pixels; null means as wide as the page.
             * @default null
             */
            width?: number | null;
            /**
             * @description Height in pixels; null means that the aspect ratio determines the height.
             * @default null
             */
            height?: number | null;
            /**
             * @description Aspect ratio of the frame, used if the height is null.
             * @default 16:9
             * @enum {string}
             */
            aspect_ratio?: "16:9" | "4:3" | "1:1" | "9:16" | "auto";
            /**
             * @description Permissions granted to the frame.
             * @default [
             *       "fullscreen"
             *     ]
             */
            allow?: ("fullscreen" | "autoplay" | "camera" | "microphone" | "clipboard-write" | "encrypted-media" | "picture-in-picture" | "display-capture")[];
            /**
             * @description What the framed page is allowed to do.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content: components["schemas"]["LessonContent"];
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the lesson was last changed, to the millisecond. It strictly increases with every change to the row, including a move caused by a neighboring lesson, and it is the token for the next PATCH.
             */
            updated_at: string;
        };
        /**
         * @description Changes to a lesson. Omitted fields keep their values, except that `updated_at` is required. Unknown fields are ignored.
         * @example {
         *       "title": "What is a shell for?",
         *       "updated_at": "2026-11-20T09:30:00.123Z"
         *     }
         */
        PatchedLesson: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position?: number;
            /** @description Whether learners see the lesson. */
            is_published?: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type?: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content?: components["schemas"]["LessonContent"];
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview?: boolean;
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset?: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time?: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset?: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time?: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes?: number | null;
            /**
             * Format: date-time
             * @description The `updated_at` that was last read. A stale value returns 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description The lesson has changed since it was read. Apply the change to the `lesson` in this response and send it again with that lesson's `updated_at`. */
        StaleLessonProblem: {
            /**
             * Format: uri-reference
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description The meaning of the code, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong in this particular request. */
            detail: string;
            /** @description Machine-readable cause. The page at the `type` URL lists all codes. */
            code: string;
            /** @description The X-Request-Id of this response, to quote when contacting support. */
            request_id: string;
            lesson: components["schemas"]["Lesson"];
        };
        /** @description Settings of the organisation. Exactly these fields are writable. */
        OrgSettings: {
            /** @description The organisation's name. */
            name: string;
            /** @description Description of the organisation, in plain text. */
            description: string | null;
            /**
             * Format: email
             * @description Email address where learners can ask for help.
             */
            support_email: string | null;
            /** @description IANA time zone, used as the default for new courses. */
            timezone: string;
            /** @description BCP 47 language tag, used as the default for new courses; returned in canonical form. */
            language: string;
            /** @description ISO 4217 code of the currency in which courses are priced. */
            currency: string;
            /**
             * Format: uri
             * @description URL of the organisation's own website.
             */
            website_url: string | null;
            /** @description Primary colour of the brand, as `#rrggbb`. */
            primary_color: string | null;
            /** @description Secondary colour of the brand, as `#rrggbb`. */
            accent_color: string | null;
            /**
             * Format: uri
             * @description URL of the terms of service.
             */
            terms_url: string | null;
            /**
             * Format: uri
             * @description URL of the privacy policy.
             */
            privacy_url: string | null;
            /**
             * Format: uri
             * @description URL of the refund policy.
             */
            refund_policy_url: string | null;
            /**
             * Format: uri
             * @description URL of the legal notice.
             */
            imprint_url: string | null;
        };
        /**
         * @description Changes to the settings. Omitted fields keep their values. Unknown fields are ignored.
         * @example {
         *       "support_email": "help@example.org"
         *     }
         */
        PatchedOrgSettings: {
            /** @description The organisation's name. */
            name?: string;
            /** @description Description of the organisation, in plain text. */
            description?: string | null;
            /**
             * Format: email
             * @description Email address where learners can ask for help.
             */
            support_email?: string | null;
            /** @description IANA time zone, used as the default for new courses. */
            timezone?: string;
            /** @description BCP 47 language tag, used as the default for new courses; returned in canonical form. */
            language?: string;
            /** @description ISO 4217 code of the currency in which courses are priced. */
            currency?: string;
            /**
             * Format: uri
             * @description URL of the organisation's own website.
             */
            website_url?: string | null;
            /** @description Primary colour of the brand, as `#rrggbb`. */
            primary_color?: string | null;
            /** @description Secondary colour of the brand, as `#rrggbb`. */
            accent_color?: string | null;
            /**
             * Format: uri
             * @description URL of the terms of service.
             */
            terms_url?: string | null;
            /**
             * Format: uri
             * @description URL of the privacy policy.
             */
            privacy_url?: string | null;
            /**
             * Format: uri
             * @description URL of the refund policy.
             */
            refund_policy_url?: string | null;
            /**
             * Format: uri
             * @description URL of the legal notice.
             */
            imprint_url?: string | null;
        };
    };
    responses: {
        /** @description There is no usable key. Codes: `not_authenticated` (no key), `api_key_unknown`, `api_key_revoked`, `api_key_expired`, `subscription_inactive` (the plan of the organisation is not active), `org_unverified` (the organisation is not verified). */
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
        /** @description The key's scope does not allow this request. Code `permission_denied`; `detail` names the required scope. */
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
        /** @description The key has used up its requests for the last hour. Code `throttled`. */
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
        /** @description An internal error occurred. Nothing was changed. Code `internal_error`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service, or another system that the operation needs, cannot handle the request now. Codes: `service_unavailable`, and those that the description of the operation names. After `service_unavailable`, try again when `Retry-After` has passed; a request that may not be repeated blindly should carry an `Idempotency-Key`. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body or a header is invalid; `errors` lists every problem. Code `validation_error`. */
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
                 *       "title": "The request is invalid",
                 *       "status": 400,
                 *       "detail": "One field is invalid.",
                 *       "code": "validation_error",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60",
                 *       "errors": [
                 *         {
                 *           "field": "title",
                 *           "code": "required",
                 *           "message": "This field is required."
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The key's scope does not allow this request (code `permission_denied`), or the plan's course limit is reached (code `course_limit`). */
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
        /** @description The media type, character set or content coding of the body is not accepted. Code `unsupported_media_type`. */
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
        /** @description The object does not exist in the key's organisation. Objects of other organisations return the same response. Code `not_found`. */
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
                 *       "detail": "The requested object does not exist.",
                 *       "code": "not_found",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lesson has changed since it was read; the body contains the current lesson. Nothing was changed by this request. Code `stale_lesson`. */
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
        /** @description Page number, starting at 1. Pages beyond the last one have no results. */
        Page: number;
        /** @description Number of results on a page. */
        PageSize: number;
        /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this request in logs. A client can send its own value (1 to 128 letters, digits, `.`, `_` or `-`). */
        "X-Request-Id": string;
        /** @description The remaining quota. `"agent";r=299;t=3600` means that 299 requests can be made now; `t` is the number of seconds until the oldest counted request falls out of the window. */
        RateLimit: string;
        /** @description The quota. `"agent";q=300;w=3600` means 300 requests in any 3,600 seconds. */
        "RateLimit-Policy": string;
        /** @description Authentication challenge (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description Number of whole seconds to wait. */
        "Retry-After": number;
        /** @description `true` if this is the stored response of an earlier request with the same Idempotency-Key. */
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
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAgentCourses: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The sort order; a minus sign reverses it. Courses that compare equal are ordered by ID. */
                ordering?: "-created_at" | "created_at" | "-updated_at" | "updated_at" | "title" | "-title";
                /** @description Only courses with this status. */
                status?: string;
                /** @description Only the course with this slug. */
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
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAgentCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
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
            503: components["responses"]["ServiceUnavailable"];
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
            503: components["responses"]["ServiceUnavailable"];
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourseWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["CourseWrite"];
                "multipart/form-data": components["schemas"]["CourseWrite"];
            };
        };
        responses: {
            /** @description The updated course. */
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
            503: components["responses"]["ServiceUnavailable"];
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
            503: components["responses"]["ServiceUnavailable"];
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedCourse"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedCourse"];
                "multipart/form-data": components["schemas"]["PatchedCourse"];
            };
        };
        responses: {
            /** @description The updated course. */
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
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAgentChapters: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAgentChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
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
            503: components["responses"]["ServiceUnavailable"];
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
            503: components["responses"]["ServiceUnavailable"];
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["ChapterWrite"];
                "multipart/form-data": components["schemas"]["ChapterWrite"];
            };
        };
        responses: {
            /** @description The updated chapter. */
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
            503: components["responses"]["ServiceUnavailable"];
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
            503: components["responses"]["ServiceUnavailable"];
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedChapter"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedChapter"];
                "multipart/form-data": components["schemas"]["PatchedChapter"];
            };
        };
        responses: {
            /** @description The updated chapter. */
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
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAgentLessons: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAgentLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
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
            503: components["responses"]["ServiceUnavailable"];
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
            503: components["responses"]["ServiceUnavailable"];
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
            503: components["responses"]["ServiceUnavailable"];
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedLesson"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedLesson"];
                "multipart/form-data": components["schemas"]["PatchedLesson"];
            };
        };
        responses: {
            /** @description The updated lesson. */
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
            503: components["responses"]["ServiceUnavailable"];
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
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAgentOrgSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedOrgSettings"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedOrgSettings"];
                "multipart/form-data": components["schemas"]["PatchedOrgSettings"];
            };
        };
        responses: {
            /** @description The updated settings. */
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
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
