#include "checks/checks.h"

#include "checks/causes.h"

/* In the order of the table of rules, so that what is found first is what the rest stands on. */
static void (*const families[])(struct check *check) = {
    check_core_schemas,
    check_scenes,
    check_body_sizes,
    check_core,
    check_loading,
    check_importing,
    check_free_names,
    check_packaging,
    check_schemas,
    check_user_schemas,
    check_spring_overlap,
    check_spring_chains,
    check_spring_tails,
    check_spring_branches,
    check_spring_visibility,
    check_spring_names,
    check_spring_parameters,
    check_spring_geometry,
    check_spring_interplay,
    check_spring_centers,
    check_body_colliders,
    check_collider_family,
    check_limit_angles,
    check_limit_rotations,
    check_limit_axes,
    check_constraints,
    check_animation_content,
    check_animation_bones,
    check_animation_nodes,
    check_animation_scales,
    check_animation_channels,
    check_animation_pairing,
    check_keyframes,
    check_animation_motion,
    check_animation_expressions,
    check_animation_layout,
    check_animation_look_at,
    check_avatar_bones,
    check_bone_names,
    check_body_bones,
    check_body_levels,
    check_avatar_scales,
    check_body_pose,
    check_avatar_expressions,
    check_body_shapes,
    check_avatar_transforms,
    check_body_faces,
    check_avatar_colors,
    check_body_targets,
    check_avatar_look_at,
    check_body_first_person,
    check_avatar_meta,
    check_avatar_surroundings,
    check_vrm0_references,
    check_vrm0_structure,
    check_vrm0_values,
    check_vrm0_geometry,
    check_vrm0_meta,
    check_vrm0_bones,
    check_vrm0_expressions,
    check_vrm0_binds,
    check_vrm0_first_person,
    check_vrm0_gaze,
    check_vrm0_materials,
    check_shifted_nodes,
    check_budget,
    check_data,
    check_mtoon,
    check_mtoon_vrm0,
    check_emission,
    check_images,
    check_textures,
    check_simulation, /* last: what others have found of a joint keeps much from being said twice */
};

void checks_run(struct check *check)
{
    check->avatar->images = images_read(check->avatar->document, check->no_data);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        arena_ask(check->arena);
        families[i](check);
        document_forget_words(check->avatar->document);
    }
    causes_apply(check);
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        if (f->consequences > 0) {
            finding_measure(f, "consequences", (double)f->consequences);
        }
    }
}
